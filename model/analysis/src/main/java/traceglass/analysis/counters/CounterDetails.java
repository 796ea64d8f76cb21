package traceglass.analysis.counters;

import java.util.List;
import traceglass.analysis.events.DetailFields;
import traceglass.analysis.events.EventDetailTexts;
import traceglass.analysis.events.EventDetails;
import traceglass.analysis.events.EventDetails.NamePalette;
import traceglass.analysis.rows.CellText;
import traceglass.store.text.NumberText;
import traceglass.store.time.TimeText;

/// Details of a counter sample, recorded or computed.
public final class CounterDetails {

    private CounterDetails() {}

    static EventDetails of(CounterSampleInfo c) {
        DetailFields f = values(c.value(), c.delta(), c.unit()).timeWithTimeOfDay(EventDetailTexts.TIME, c.ts());
        addValidity(f, c.dur());
        f.text(EventDetailTexts.OWNER, c.owner())
                .link(EventDetailTexts.TRACK, c.track(), "track", c.trackId())
                .row("counter", c.id());
        return new EventDetails(
                new EventDetails.Head(
                        c.track(),
                        NamePalette.COUNTER,
                        "",
                        "counter",
                        c.id(),
                        "SELECT id, ts, value, track_id\nFROM counter\nWHERE track_id = " + c.trackId()
                                + "\nORDER BY ts",
                        CounterTexts.ALL_SAMPLES),
                f.all(),
                List.of(),
                List.of(),
                c.args(),
                null);
    }

    /// Returns fields with the value and change of a sample.
    ///
    /// @param delta change since the previous sample; null for the first
    /// @param unit unit of values, or empty
    public static DetailFields values(double value, Double delta, String unit) {
        DetailFields f =
                new DetailFields().number(EventDetailTexts.VALUE, NumberText.withUnit(CellText.number(value), unit));
        if (delta != null) {
            f.number(
                    EventDetailTexts.CHANGE,
                    (delta > 0 ? "+" : "") + NumberText.withUnit(CellText.number(delta), unit),
                    CounterTexts.SINCE_PREVIOUS);
        }
        return f;
    }

    /// Adds a field for how long a sample is valid.
    ///
    /// @param durNs null if it is valid until the end of the trace
    public static void addValidity(DetailFields f, Long durNs) {
        if (durNs != null) {
            f.number(CounterTexts.VALID_FOR, TimeText.exact(durNs), CounterTexts.UNTIL_NEXT);
        } else {
            f.text(CounterTexts.VALID_FOR, CounterTexts.TO_END);
        }
    }
}
