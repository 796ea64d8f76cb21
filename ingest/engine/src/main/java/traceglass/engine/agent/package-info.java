/// Questions that programs and agents ask about a trace, with answers of bounded size: what is in it, why an event took
/// long, which frames were late. Knows no protocol; whoever asks decides how an answer is shown.
@NullMarked
package traceglass.engine.agent;

import org.jspecify.annotations.NullMarked;
