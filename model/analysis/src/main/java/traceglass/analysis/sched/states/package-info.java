/// States of threads: their names, properties, durations, and shares of time.
@NullMarked
package traceglass.analysis.sched.states;

import org.jspecify.annotations.NullMarked;
