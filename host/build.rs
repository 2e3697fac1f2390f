//! Rebuilds the host when a migration changes: they are embedded at compile time.
fn main() {
    println!("cargo:rerun-if-changed=../migrations");
    println!("cargo:rerun-if-changed=../templates");
}
