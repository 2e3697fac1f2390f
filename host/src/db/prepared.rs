//! Statements in our own SQL that the server parses and plans once a connection.
//!
//! Diesel prepares such a statement anew each time, for it cannot know whether its
//! text is always the same. Where it is, one round trip of two can be saved: the
//! connection keeps the statement by its text. Must not be given a text that is put
//! together from values: those would be kept one by one.

use diesel::{
    QueryResult,
    pg::Pg,
    query_builder::{AstPass, Query, QueryFragment, QueryId},
};

/// A statement to be kept by the connection that runs it.
#[derive(Clone, Copy, Debug)]
pub struct Prepared<Q>(Q);

/// Has the connection keep `query`, whose text is the same at every call.
pub fn prepared<Q>(query: Q) -> Prepared<Q> {
    Prepared(query)
}

/// None: it is known by its text.
impl<Q> QueryId for Prepared<Q> {
    type QueryId = ();
    const HAS_STATIC_QUERY_ID: bool = false;
}

impl<Q: Query> Query for Prepared<Q> {
    type SqlType = Q::SqlType;
}

impl<Q: QueryFragment<Pg>> QueryFragment<Pg> for Prepared<Q> {
    fn walk_ast<'b>(&'b self, out: AstPass<'_, 'b, Pg>) -> QueryResult<()> {
        self.0.walk_ast(out)
    }

    fn is_safe_to_cache_prepared(&self, _: &Pg) -> QueryResult<bool> {
        Ok(true)
    }
}
