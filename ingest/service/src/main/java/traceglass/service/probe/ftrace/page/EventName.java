package traceglass.service.probe.ftrace.page;

import java.util.Comparator;

/// Name of a kernel event within its group, such as `sched/sched_switch`.
public record EventName(String group, String name) implements Comparable<EventName> {

    private static final Comparator<EventName> ORDER =
            Comparator.comparing(EventName::group).thenComparing(EventName::name);

    @Override
    public int compareTo(EventName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return group + "/" + name;
    }
}
