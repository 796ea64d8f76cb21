/// Pipe syntax: `FROM source |> stage |> …` and `INTERVAL INTERSECTION OF (…) |> …`. A pipeline is compiled into a
/// query on tokens: names are resolved here, and stages that need whole tables become calls of operators.
///
/// Uses tokens, and asks the session for the columns of a source. Independent of the database.
@NullMarked
package traceglass.sql.pipes;

import org.jspecify.annotations.NullMarked;
