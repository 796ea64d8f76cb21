/// Output for coding agents: results as short Markdown tables, errors as JSON, and one page of help.
///
/// Does not depend on commands or traces; `query` uses it.
@NullMarked
package traceglass.app.cli.agent;

import org.jspecify.annotations.NullMarked;
