package traceglass.analysis.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventDetails.Field;
import traceglass.store.time.TimeText;

/// Builder for the fields of an event's details, in display order.
public final class DetailFields {

    private final List<Field> fields = new ArrayList<>();

    /// Returns all added fields.
    public List<Field> all() {
        return List.copyOf(fields);
    }

    /// Adds a text field, unless the value is null or empty.
    public DetailFields text(String name, String value) {
        return value == null || value.isEmpty() ? this : add(new EventDetails.Text(name, value));
    }

    /// Adds a number or a duration.
    public DetailFields number(String name, String value) {
        return number(name, value, "");
    }

    /// Adds a number or a duration, followed by a remark in a subdued color.
    public DetailFields number(String name, String value, String remark) {
        return add(new EventDetails.Number(name, value, remark));
    }

    /// Adds a timestamp.
    ///
    /// @param ts time in ns
    public DetailFields time(String name, long ts) {
        return add(new EventDetails.Time(name, ts, false));
    }

    /// Adds a timestamp that also shows the time of day, if known.
    ///
    /// @param ts time in ns
    public DetailFields timeWithTimeOfDay(String name, long ts) {
        return add(new EventDetails.Time(name, ts, true));
    }

    /// Adds a link to a row of a table, unless the value is empty.
    public DetailFields link(String name, String value, String table, long id) {
        return link(name, value, "", table, id);
    }

    /// Adds a link, unless the value is empty, followed by a remark in a subdued color.
    public DetailFields link(String name, String value, String remark, String table, long id) {
        return value.isEmpty() ? this : add(new EventDetails.Link(name, value, remark, table, id));
    }

    /// Adds a query for the row of the event in its table.
    public DetailFields row(String table, long id) {
        return add(new EventDetails.Query(
                EventDetailTexts.SQL_ID, table + "[" + id + "]", "SELECT *\nFROM " + table + "\nWHERE id = " + id));
    }

    /// Adds a thread and its process.
    public DetailFields thread(Optional<ThreadRef> thread) {
        thread.ifPresent(t -> {
            link(EventDetailTexts.THREAD, t.thread(), "thread", t.utid());
            link(EventDetailTexts.PROCESS, t.process(), "process", t.upid() == null ? -1 : t.upid());
        });
        return this;
    }

    /// Adds the package of a process.
    public DetailFields app(Optional<PackageRef> app) {
        app.ifPresent(a -> {
            if (a.name() != null) {
                text(EventDetailTexts.PACKAGE, EventDetailTexts.packageName(a.name(), a.isDebuggable()));
            }
            if (a.version() != null) {
                number(EventDetailTexts.VERSION_CODE, a.version().toString());
            }
            if (a.uid() != null) {
                number(EventDetailTexts.USER_ID, a.uid().toString());
            }
        });
        return this;
    }

    /// Adds a duration in ns; an event that never ended lasts to the end of the trace.
    public DetailFields duration(long dur) {
        return dur < 0
                ? text(EventDetailTexts.DURATION, EventDetailTexts.TO_END_OF_TRACE)
                : number(EventDetailTexts.DURATION, TimeText.exact(dur));
    }

    /// Adds a field.
    public DetailFields add(Field field) {
        fields.add(field);
        return this;
    }
}
