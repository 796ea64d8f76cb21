package traceglass.sdk.jfr;

import jdk.jfr.Category;
import jdk.jfr.Event;
import jdk.jfr.Label;
import jdk.jfr.Name;
import jdk.jfr.Period;
import jdk.jfr.StackTrace;

/// Flight Recorder event that relates its clock to the trace clock.
@Name(ClockEvent.NAME)
@Label("Trace clock")
@Category("Traceglass")
@StackTrace(false)
@Period("1 s")
final class ClockEvent extends Event {

    static final String NAME = "traceglass.Clock";

    @Label("Value of System.nanoTime")
    long nanoTime;

    /// Writes an event with the current time.
    static void write() {
        ClockEvent event = new ClockEvent();
        event.nanoTime = System.nanoTime();
        event.commit();
    }
}
