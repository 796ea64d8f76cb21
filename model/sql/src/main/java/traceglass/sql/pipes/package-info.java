/// Pipe syntax: `FROM source |> stage |> …` and `INTERVAL INTERSECTION OF (…) |> …`. The syntax tree of a pipeline
/// is compiled into a query: names are resolved here, and stages that need whole tables become calls of operators.
///
/// Reads syntax trees, writes tokens, and queries the session for the columns of a source. Independent of the
/// database.
@NullMarked
package traceglass.sql.pipes;

import org.jspecify.annotations.NullMarked;
