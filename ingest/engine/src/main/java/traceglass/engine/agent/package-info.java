/// Answers common questions of programs and agents about a trace, with bounded size: its contents, why an event took
/// long, which frames were late. Independent of protocols; callers format the answers.
@NullMarked
package traceglass.engine.agent;

import org.jspecify.annotations.NullMarked;
