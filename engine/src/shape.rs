//! The one JSON shape that derive cannot write: an enum whose variants are a
//! bare string when they carry nothing and `{"Name": payload}` when they do,
//! with some names allowed in both forms (`"Halt"`, `{"Halt":[14,9]}`).

/// Implements `Serialize` and `Deserialize` for `$ty` out of two derived enums:
/// `$bare` (unit variants, from a string) and `$full` (newtype variants, from a
/// map of one key). `From` in both directions is written by the caller, so a
/// variant that is forgotten does not compile.
macro_rules! bare_or_tagged {
    ($ty:ty, $bare:ty, $full:ty, $expecting:literal) => {
        impl<'de> serde::Deserialize<'de> for $ty {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                struct Shape;
                impl<'de> serde::de::Visitor<'de> for Shape {
                    type Value = $ty;

                    fn expecting(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
                        f.write_str($expecting)
                    }

                    fn visit_str<E: serde::de::Error>(self, name: &str) -> Result<$ty, E> {
                        use serde::de::IntoDeserializer;
                        <$bare as serde::Deserialize>::deserialize(name.into_deserializer())
                            .map(<$ty>::from)
                    }

                    fn visit_map<A: serde::de::MapAccess<'de>>(
                        self,
                        map: A,
                    ) -> Result<$ty, A::Error> {
                        let map = serde::de::value::MapAccessDeserializer::new(map);
                        <$full as serde::Deserialize>::deserialize(map).map(<$ty>::from)
                    }
                }
                deserializer.deserialize_any(Shape)
            }
        }

        impl serde::Serialize for $ty {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                match self.wire() {
                    crate::shape::Wire::Bare(bare) => bare.serialize(serializer),
                    crate::shape::Wire::Full(full) => full.serialize(serializer),
                }
            }
        }
    };
}

pub(crate) use bare_or_tagged;

/// What a value of such an enum is written as.
pub(crate) enum Wire<B, F> {
    Bare(B),
    Full(F),
}
