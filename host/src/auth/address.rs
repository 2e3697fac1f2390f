//! Where a request came from. For rate limits and nothing else.

use std::net::{IpAddr, Ipv4Addr};

use actix_web::HttpRequest;

/// Where the request came from, for rate limits. A proxy in front of the host
/// runs on the same machine and appends whom it speaks for, so the last entry
/// it wrote counts, and only where the neighbour is this machine; from anybody
/// else the header is only a claim.
pub fn visitor_address(request: &HttpRequest) -> IpAddr {
    let neighbour = request
        .peer_addr()
        .map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.ip());
    if !neighbour.is_loopback() {
        return neighbour;
    }
    request
        .headers()
        .get_all("x-forwarded-for")
        .last()
        .and_then(|value| value.to_str().ok())
        .and_then(|list| list.rsplit(',').next())
        .and_then(|last| last.trim().parse().ok())
        .unwrap_or(neighbour)
}

/// Who an address stands for: itself in IPv4, its /64 in IPv6, where one customer has
/// that many to choose from.
pub(crate) fn network(address: IpAddr) -> [u8; 8] {
    let mut network = [0; 8];
    match address.to_canonical() {
        IpAddr::V4(four) => network[..4].copy_from_slice(&four.octets()),
        IpAddr::V6(six) => network.copy_from_slice(&six.octets()[..8]),
    }
    network
}

#[cfg(test)]
mod tests {
    use actix_web::test::TestRequest;

    use super::visitor_address;

    #[test]
    fn a_forwarded_address_counts_only_from_a_proxy_on_this_machine() {
        let from = |peer: &str, forwarded: &[&str]| {
            let mut request = TestRequest::default().peer_addr(peer.parse().expect("a peer"));
            for value in forwarded {
                request = request.append_header(("x-forwarded-for", *value));
            }
            visitor_address(&request.to_http_request()).to_string()
        };
        assert_eq!(from("127.0.0.1:5", &["203.0.113.9"]), "203.0.113.9");
        // What a visitor claims stands before what the proxy appends.
        assert_eq!(
            from("127.0.0.1:5", &["10.0.0.1, 203.0.113.9"]),
            "203.0.113.9"
        );
        assert_eq!(from("[::1]:5", &["10.0.0.1", "2001:db8::7"]), "2001:db8::7");
        assert_eq!(from("127.0.0.1:5", &["nonsense"]), "127.0.0.1");
        assert_eq!(from("127.0.0.1:5", &[]), "127.0.0.1");
        assert_eq!(from("198.51.100.4:5", &["203.0.113.9"]), "198.51.100.4");
    }
}
