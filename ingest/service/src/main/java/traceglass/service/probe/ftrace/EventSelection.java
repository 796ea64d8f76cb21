package traceglass.service.probe.ftrace;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.ftrace.KprobeEvent.KprobeType;
import traceglass.service.probe.ftrace.page.EventName;
import traceglass.service.probe.ftrace.page.SchemaEvents;

/// Events that a config requests.
final class EventSelection {

    /// Group of ftrace's own events, which are always written.
    static final String FTRACE = "ftrace";

    static final EventName PRINT = new EventName(FTRACE, "print");
    static final EventName SYS_ENTER = new EventName("raw_syscalls", "sys_enter");
    static final EventName SYS_EXIT = new EventName("raw_syscalls", "sys_exit");
    static final EventName SCHED_SWITCH = new EventName("sched", "sched_switch");
    static final EventName SCHED_WAKING = new EventName("sched", "sched_waking");
    static final EventName RSS_STAT = new EventName("kmem", "rss_stat");
    static final EventName RSS_STAT_THROTTLED = new EventName("synthetic", "rss_stat_throttled");

    static final String KPROBES = "perfetto_kprobes";
    static final String KRETPROBES = "perfetto_kretprobes";

    private static final String ALL = "*";

    /// Valid names. They become paths of files to write, so they must not lead out of the events folder.
    private static final Pattern NAME = Pattern.compile("[\\w-]+");

    private final Tracefs tracefs;
    private final Set<EventName> events = new TreeSet<>();
    private final TreeMap<EventName, KprobeType> kprobes = new TreeMap<>();
    private final List<String> unknown = new ArrayList<>();

    private EventSelection(Tracefs tracefs) {
        this.tracefs = tracefs;
    }

    static EventSelection of(FtraceConfig config, Tracefs tracefs) {
        EventSelection selection = new EventSelection(tracefs);
        config.getFtraceEventsList().forEach(selection::add);
        if (config.getAtraceCategoriesCount() > 0 || config.getAtraceAppsCount() > 0) {
            selection.events.add(PRINT);
        }
        if (!config.getAtraceUserspaceOnly()) {
            config.getAtraceCategoriesList()
                    .forEach(category -> selection.events.addAll(CategoryEvents.of(category, tracefs)));
        }
        if (config.getSyscallEventsCount() > 0) {
            selection.events.add(SYS_ENTER);
            selection.events.add(SYS_EXIT);
        }
        if (config.getEnableFunctionGraph()) {
            selection.events.add(new EventName(FTRACE, "funcgraph_entry"));
            selection.events.add(new EventName(FTRACE, "funcgraph_exit"));
        }
        if (config.getThrottleRssStat() && tracefs.hasEvent(RSS_STAT_THROTTLED) && selection.events.remove(RSS_STAT)) {
            selection.events.add(RSS_STAT_THROTTLED);
        }
        config.getKprobeEventsList().forEach(selection::addKprobe);
        return selection;
    }

    private void add(String pattern) {
        int slash = pattern.indexOf('/');
        if (slash < 0) {
            EventName event = find(pattern);
            if (event != null) {
                events.add(event);
            } else {
                unknown.add(pattern);
            }
            return;
        }
        String group = pattern.substring(0, slash);
        String name = pattern.substring(slash + 1);
        if (!isName(group) || !name.equals(ALL) && !isName(name)) {
            unknown.add(pattern);
            return;
        }
        if (!name.equals(ALL)) {
            events.add(new EventName(group, name));
            return;
        }
        List<String> all = tracefs.events(group);
        if (all.isEmpty()) {
            unknown.add(pattern);
        }
        all.forEach(event -> events.add(new EventName(group, event)));
    }

    private static boolean isName(String text) {
        return NAME.matcher(text).matches();
    }

    /// Returns the event with this name in any group of the schema, or null.
    private @Nullable EventName find(String name) {
        if (!isName(name)) {
            return null;
        }
        for (String group : tracefs.groups()) {
            EventName event = new EventName(group, name);
            if (tracefs.hasEvent(event) && SchemaEvents.find(event) != null) {
                return event;
            }
        }
        return name.equals(PRINT.name()) ? PRINT : null;
    }

    private void addKprobe(FtraceConfig.KprobeEvent probe) {
        EventName entry = new EventName(KPROBES, probe.getProbe());
        EventName exit = new EventName(KRETPROBES, probe.getProbe());
        switch (probe.getType()) {
            case KPROBE_TYPE_KPROBE -> kprobes.put(entry, KprobeType.KPROBE_TYPE_INSTANT);
            case KPROBE_TYPE_KRETPROBE -> kprobes.put(exit, KprobeType.KPROBE_TYPE_INSTANT);
            case KPROBE_TYPE_BOTH -> {
                kprobes.put(entry, KprobeType.KPROBE_TYPE_BEGIN);
                kprobes.put(exit, KprobeType.KPROBE_TYPE_END);
            }
            default -> unknown.add(probe.getProbe());
        }
    }

    /// Returns the events to record, without kprobes. Some of them might not exist.
    Collection<EventName> events() {
        return events;
    }

    /// Returns the kprobes to install, each with its type: function entry or return.
    TreeMap<EventName, KprobeType> kprobes() {
        return kprobes;
    }

    /// Returns names that match no event.
    List<String> unknown() {
        return unknown;
    }
}
