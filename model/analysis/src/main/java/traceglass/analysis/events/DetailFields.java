package traceglass.analysis.events;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import traceglass.analysis.events.EventDetails.Field;
import traceglass.store.time.TimeText;

/// Collects the fields of an event's details, in the order shown.
public final class DetailFields {

    private final List<Field> fields = new ArrayList<>();

    /// All that were added.
    public List<Field> all() {
        return List.copyOf(fields);
    }

    /// A value in words; nothing where it is null or empty.
    public DetailFields text(String name, String value) {
        return value == null || value.isEmpty() ? this : add(new EventDetails.Text(name, value));
    }

    /// A number, or a length of time.
    public DetailFields number(String name, String value) {
        return number(name, value, "");
    }

    /// The same with a quieter remark after it.
    public DetailFields number(String name, String value, String remark) {
        return add(new EventDetails.Number(name, value, remark));
    }

    /// A point in time.
    ///
    /// @param ts ns
    public DetailFields time(String name, long ts) {
        return add(new EventDetails.Time(name, ts, false));
    }

    /// A point in time, also as a time of day where that is known.
    ///
    /// @param ts ns
    public DetailFields timeAndDay(String name, long ts) {
        return add(new EventDetails.Time(name, ts, true));
    }

    /// A value that leads to a row of a table; nothing where it is empty.
    public DetailFields link(String name, String value, String table, long id) {
        return link(name, value, "", table, id);
    }

    /// The same with a quieter remark after it.
    public DetailFields link(String name, String value, String remark, String table, long id) {
        return value.isEmpty() ? this : add(new EventDetails.Link(name, value, remark, table, id));
    }

    /// The row of the event in its table, as a query.
    public DetailFields row(String table, long id) {
        return add(new EventDetails.Query(
                "SQL id", table + "[" + id + "]", "SELECT *\nFROM " + table + "\nWHERE id = " + id));
    }

    /// A thread and its process.
    public DetailFields thread(Optional<ThreadRef> thread) {
        thread.ifPresent(t -> {
            link("Thread", t.thread(), "thread", t.utid());
            link("Process", t.process(), "process", t.upid() == null ? -1 : t.upid());
        });
        return this;
    }

    /// The package of a process.
    public DetailFields app(Optional<PackageRef> app) {
        app.ifPresent(a -> {
            if (a.name() != null) {
                text("Package", a.name() + (a.debuggable() ? ", debuggable" : ""));
            }
            if (a.version() != null) {
                number("Version code", a.version().toString());
            }
            if (a.uid() != null) {
                number("User id", a.uid().toString());
            }
        });
        return this;
    }

    /// A length in ns; what never ended lasts to the end of the trace.
    public DetailFields duration(long dur) {
        return dur < 0 ? text("Duration", "to the end of the trace") : number("Duration", TimeText.exact(dur));
    }

    private DetailFields add(Field field) {
        fields.add(field);
        return this;
    }
}
