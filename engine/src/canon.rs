//! The canonical encoding: the one form in which state is hashed, compared,
//! saved and resumed (`docs/DETERMINISM.md`). Little-endian integers, fixed
//! field order, collections by their stated key behind a u32 length.
//!
//! A struct is taken apart without `..`, so a field that is forgotten here does
//! not compile.

use alloc::{
    boxed::Box,
    collections::{BTreeMap, BTreeSet},
    string::String,
    vec::Vec,
};

/// Why bytes are not a canonical encoding.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DecodeError {
    #[error("the encoding ends too early")]
    Short,
    #[error("{0} is no tag of a {1}")]
    Tag(u8, &'static str),
    #[error("a text is not UTF-8")]
    Text,
    #[error("a value is out of its range")]
    Range,
}

/// Values with a canonical encoding.
pub trait Canon: Sized {
    fn encode(&self, out: &mut Vec<u8>);

    /// Takes the value off the front of `input`.
    ///
    /// # Errors
    /// Where the bytes are no encoding of such a value.
    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError>;
}

fn take<'a>(input: &mut &'a [u8], count: usize) -> Result<&'a [u8], DecodeError> {
    if input.len() < count {
        return Err(DecodeError::Short);
    }
    let (head, tail) = input.split_at(count);
    *input = tail;
    Ok(head)
}

macro_rules! canon_int {
    ($($ty:ty),*) => { $(
        impl Canon for $ty {
            fn encode(&self, out: &mut Vec<u8>) {
                out.extend_from_slice(&self.to_le_bytes());
            }

            fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
                let bytes = take(input, size_of::<$ty>())?;
                Ok(<$ty>::from_le_bytes(bytes.try_into().map_err(|_| DecodeError::Short)?))
            }
        }
    )* };
}

canon_int!(u8, u16, u32, u64, i32, i64);

impl Canon for bool {
    fn encode(&self, out: &mut Vec<u8>) {
        u8::from(*self).encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        match u8::decode(input)? {
            0 => Ok(false),
            1 => Ok(true),
            tag => Err(DecodeError::Tag(tag, "bool")),
        }
    }
}

fn encode_len(len: usize, out: &mut Vec<u8>) {
    // Nothing in a state comes near 2³² entries: a map has 65,536 tiles.
    (len as u32).encode(out);
}

fn decode_len(input: &mut &[u8]) -> Result<usize, DecodeError> {
    Ok(u32::decode(input)? as usize)
}

impl Canon for String {
    fn encode(&self, out: &mut Vec<u8>) {
        encode_len(self.len(), out);
        out.extend_from_slice(self.as_bytes());
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        let len = decode_len(input)?;
        let bytes = take(input, len)?;
        core::str::from_utf8(bytes)
            .map(String::from)
            .map_err(|_| DecodeError::Text)
    }
}

impl<T: Canon> Canon for Option<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        self.is_some().encode(out);
        if let Some(value) = self {
            value.encode(out);
        }
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        bool::decode(input)?.then(|| T::decode(input)).transpose()
    }
}

impl<T: Canon> Canon for Box<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        T::encode(self, out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        T::decode(input).map(Box::new)
    }
}

impl<T: Canon> Canon for Vec<T> {
    fn encode(&self, out: &mut Vec<u8>) {
        encode_len(self.len(), out);
        self.iter().for_each(|value| value.encode(out));
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        let len = decode_len(input)?;
        (0..len).map(|_| T::decode(input)).collect()
    }
}

impl<K: Canon + Ord, V: Canon> Canon for BTreeMap<K, V> {
    fn encode(&self, out: &mut Vec<u8>) {
        encode_len(self.len(), out);
        for (key, value) in self {
            key.encode(out);
            value.encode(out);
        }
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        let len = decode_len(input)?;
        (0..len)
            .map(|_| Ok((K::decode(input)?, V::decode(input)?)))
            .collect()
    }
}

impl<K: Canon + Ord> Canon for BTreeSet<K> {
    fn encode(&self, out: &mut Vec<u8>) {
        encode_len(self.len(), out);
        self.iter().for_each(|key| key.encode(out));
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        let len = decode_len(input)?;
        (0..len).map(|_| K::decode(input)).collect()
    }
}

impl<A: Canon, B: Canon> Canon for (A, B) {
    fn encode(&self, out: &mut Vec<u8>) {
        self.0.encode(out);
        self.1.encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        Ok((A::decode(input)?, B::decode(input)?))
    }
}

impl Canon for [u8; 32] {
    fn encode(&self, out: &mut Vec<u8>) {
        out.extend_from_slice(self);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        take(input, 32)?.try_into().map_err(|_| DecodeError::Short)
    }
}

/// One flag a tile, packed eight to a byte, lowest tile in the lowest bit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TileSet {
    bytes: Vec<u8>,
}

impl TileSet {
    pub fn new(tiles: u32) -> Self {
        Self {
            bytes: alloc::vec![0; (tiles as usize).div_ceil(8)],
        }
    }

    pub fn contains(&self, tile: crate::ids::Tile) -> bool {
        self.bytes[tile.ix() / 8] & (1 << (tile.ix() % 8)) != 0
    }

    /// Whether all of so many tiles are in it.
    pub fn holds_all(&self, tiles: u32) -> bool {
        let full = tiles as usize / 8;
        let rest = 0..tiles % 8;
        self.bytes[..full].iter().all(|byte| *byte == 0xFF)
            && rest
                .into_iter()
                .all(|bit| self.bytes[full] & (1 << bit) != 0)
    }

    /// Puts the tile in; says whether it was not in before.
    pub fn insert(&mut self, tile: crate::ids::Tile) -> bool {
        let fresh = !self.contains(tile);
        self.bytes[tile.ix() / 8] |= 1 << (tile.ix() % 8);
        fresh
    }
}

impl Canon for TileSet {
    fn encode(&self, out: &mut Vec<u8>) {
        self.bytes.encode(out);
    }

    fn decode(input: &mut &[u8]) -> Result<Self, DecodeError> {
        Ok(Self {
            bytes: Vec::decode(input)?,
        })
    }
}

/// `Canon` of a struct: its fields in the order given.
macro_rules! canon_struct {
    ($ty:ty { $($field:ident),* $(,)? }) => {
        impl $crate::canon::Canon for $ty {
            fn encode(&self, out: &mut alloc::vec::Vec<u8>) {
                let Self { $($field),* } = self;
                $($crate::canon::Canon::encode($field, out);)*
            }

            fn decode(input: &mut &[u8]) -> Result<Self, $crate::canon::DecodeError> {
                $(let $field = $crate::canon::Canon::decode(input)?;)*
                Ok(Self { $($field),* })
            }
        }
    };
}

/// `Canon` of an enum: a tag byte, then the payload's fields in order.
macro_rules! canon_enum {
    ($ty:ident { $($tag:literal => $variant:ident $(($($item:ident),*))? $({$($field:ident),*})?),* $(,)? }) => {
        impl $crate::canon::Canon for $ty {
            fn encode(&self, out: &mut alloc::vec::Vec<u8>) {
                match self {
                    $(Self::$variant $(($($item),*))? $({$($field),*})? => {
                        out.push($tag);
                        $($($crate::canon::Canon::encode($item, out);)*)?
                        $($($crate::canon::Canon::encode($field, out);)*)?
                    })*
                }
            }

            fn decode(input: &mut &[u8]) -> Result<Self, $crate::canon::DecodeError> {
                match <u8 as $crate::canon::Canon>::decode(input)? {
                    $($tag => {
                        $($(let $item = $crate::canon::Canon::decode(input)?;)*)?
                        $($(let $field = $crate::canon::Canon::decode(input)?;)*)?
                        Ok(Self::$variant $(($($item),*))? $({$($field),*})?)
                    })*
                    tag => Err($crate::canon::DecodeError::Tag(tag, stringify!($ty))),
                }
            }
        }
    };
}

/// `Canon` of a newtype.
macro_rules! canon_newtype {
    ($($ty:ident),*) => { $(
        impl $crate::canon::Canon for $ty {
            fn encode(&self, out: &mut alloc::vec::Vec<u8>) {
                self.0.encode(out);
            }

            fn decode(input: &mut &[u8]) -> Result<Self, $crate::canon::DecodeError> {
                $crate::canon::Canon::decode(input).map(Self)
            }
        }
    )* };
}

pub(crate) use {canon_enum, canon_struct};

mod vocabulary;
