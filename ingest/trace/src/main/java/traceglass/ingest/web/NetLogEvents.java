package traceglass.ingest.web;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.collection.LongMap;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.spans.Attributes;
import traceglass.ingest.text.JsonTree;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.machine.NamePriority;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.names.TableNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;
import traceglass.store.table.Table;

/// Events of a network log. Each source, such as a request or a socket, has a track in the group of its kind; its
/// events with a begin and an end become nested slices, other events become instants.
final class NetLogEvents {

    private static final TrackType SOURCE =
            TrackCompressor.compressed("network_source", TrackType.UPID, TrackType.Dimension.ofString("source"));
    private static final int BEGIN = 1;
    private static final int END = 2;
    /// Marks ids of tracks that do not belong to a source.
    private static final long SEPARATE_TRACK = Long.MIN_VALUE;
    private static final int MAX_TEXT_CHARS = 4096;
    private static final String ERROR_COLOR = "terrible";
    private static final int ERR_IO_PENDING = -1;
    /// Parameters that best describe the purpose of a source.
    private static final List<String> TITLES = List.of("url", "host", "group_id", "group_name", "address");

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final LongMap<String> types = new LongMap<>();
    private final LongMap<String> sources = new LongMap<>();
    private final LongMap<String> errors = new LongMap<>();
    private final LongMap<Source> open = new LongMap<>();
    /// Events of each source that have begun but not yet ended, while the file is being read.
    private final LongMap<List<Event>> begun = new LongMap<>();
    private long overlapping;
    private final int upid;
    private double offsetMs;

    /// Event waiting to be sorted.
    private static final class Event {
        final long source;
        final int kind;
        final int type;
        final int phase;
        final int args;
        final int title;
        final long cause;
        final boolean hasFailed;
        /// Event that began the operation that this event ends; null if there is none.
        Event begin;
        /// Id that selects the event's track: the source's id, or a separate one if the event does not nest in
        /// others.
        long lane;

        Event(long source, int kind, int type, int phase, int args, int title, long cause, boolean hasFailed) {
            this.source = source;
            this.kind = kind;
            this.type = type;
            this.phase = phase;
            this.args = args;
            this.title = title;
            this.cause = cause;
            this.hasFailed = hasFailed;
            lane = source;
        }
    }

    /// A source of events, with its open slices.
    private static final class Source {
        final List<Integer> slices = new ArrayList<>();
        int title = StringPool.NULL;
    }

    NetLogEvents(ImportContext context) {
        this.context = context;
        strings = context.strings();
        upid = context.processes().process(1);
        queue = context.sorter().queue((ts, data, ref) -> emit(ts, (Event) ref));
    }

    void readConstants(Object constants) {
        readNames(JsonTree.get(constants, "logEventTypes"), types);
        readNames(JsonTree.get(constants, "logSourceType"), sources);
        readNames(JsonTree.get(constants, "netError"), errors);
        offsetMs = number(JsonTree.get(constants, "timeTickOffset"));
        Object client = JsonTree.get(constants, "clientInfo");
        String name = (JsonTree.text(client, "name") + " " + JsonTree.text(client, "version")).strip();
        context.processes()
                .setProcessName(upid, strings.intern(name.isEmpty() ? "Browser" : name), NamePriority.OfProcess.OTHER);
        if (client instanceof Map<?, ?> facts) {
            facts.forEach((key, value) -> {
                if (value instanceof String text && !text.isEmpty()) {
                    context.metadata().setDynamic("netlog_" + key, text);
                }
            });
        }
    }

    private static void readNames(Object constants, LongMap<String> names) {
        if (constants instanceof Map<?, ?> map) {
            map.forEach((name, number) -> names.put(JsonTree.toLong(number), String.valueOf(name)));
        }
    }

    private static double number(Object value) {
        if (value instanceof String text) {
            try {
                return Double.parseDouble(text);
            } catch (NumberFormatException e) {
                return Double.NaN;
            }
        }
        return value instanceof Double d ? d : value instanceof Long n ? n : Double.NaN;
    }

    void add(Object event) {
        double ms = number(JsonTree.get(event, "time"));
        double wall = Double.isNaN(offsetMs) ? ms : ms + offsetMs;
        long ns = wall > 0 && wall < 9e12 ? Math.round(wall * 1000) * 1000 : -1;
        Object source = JsonTree.get(event, "source");
        long ts =
                ns <= 0 || source == null ? ClockTracker.NONE : context.clocks().defaultToTraceTime(ns);
        if (ts == ClockTracker.NONE) {
            context.stats().increment(StatNames.NETWORK_LOG_INVALID_TIME);
            return;
        }
        Object params = JsonTree.get(event, "params");
        long kind = JsonTree.number(source, "type");
        String kindName = sources.get(kind);
        long type = JsonTree.number(event, "type");
        String typeName = types.get(type);
        long error = JsonTree.number(params, "net_error");
        Object cause = JsonTree.get(params, "source_dependency");
        Event e = new Event(
                JsonTree.number(source, "id"),
                strings.intern(kindName == null ? "Source type " + kind : kindName),
                strings.intern(typeName == null ? "Event type " + type : typeName),
                (int) Math.clamp(JsonTree.number(event, "phase"), 0, END),
                args(params, JsonTree.number(source, "id"), error),
                title(params),
                cause == null ? -1 : JsonTree.number(cause, "id"),
                error < ERR_IO_PENDING);
        match(e);
        queue.push(ts, 0, e);
    }

    /// Finds the event that an event ends. Open events that began after it do not nest in it, because they end
    /// later; they get separate tracks.
    private void match(Event e) {
        List<Event> stack = e.phase == 0 ? null : begun.computeIfAbsent(e.source, id -> new ArrayList<>());
        if (e.phase == BEGIN) {
            stack.add(e);
        } else if (e.phase == END) {
            for (int i = stack.size() - 1; i >= 0; i--) {
                if (stack.get(i).type == e.type) {
                    e.begin = stack.remove(i);
                    for (Event later : stack.subList(i, stack.size())) {
                        later.lane = SEPARATE_TRACK | overlapping++;
                    }
                    break;
                }
            }
            if (stack.isEmpty()) {
                begun.remove(e.source);
            }
        }
    }

    /// Returns the string id of the source's purpose; [StringPool#NULL] if the event does not contain it.
    private int title(Object params) {
        for (String key : TITLES) {
            String text = JsonTree.text(params, key);
            if (!text.isEmpty() && text.length() <= MAX_TEXT_CHARS) {
                String method = key.equals("url") ? JsonTree.text(params, "method") : "";
                return strings.intern((method + " " + text).strip());
            }
        }
        return StringPool.NULL;
    }

    private int args(Object params, long source, long error) {
        Map<String, Object> args = new LinkedHashMap<>();
        args.put("source_id", source);
        if (params instanceof Map<?, ?> map) {
            map.forEach((key, value) -> {
                if (!(value instanceof String text) || text.length() <= MAX_TEXT_CHARS) {
                    args.put(String.valueOf(key), withoutSecrets(value));
                }
            });
        }
        if (error < 0 && errors.get(error) != null) {
            args.put("net_error_name", errors.get(error));
        }
        return context.args().write(b -> Attributes.add(b, strings, args));
    }

    /// Removes cookies and credentials from lists of headers.
    private static Object withoutSecrets(Object value) {
        if (!(value instanceof List<?> list)) {
            return value;
        }
        return list.stream()
                .filter(line -> {
                    String lower = String.valueOf(line).toLowerCase(Locale.ROOT);
                    return !lower.startsWith("cookie:")
                            && !lower.startsWith("set-cookie:")
                            && !lower.startsWith("authorization:")
                            && !lower.startsWith("proxy-authorization:");
                })
                .toList();
    }

    private void emit(long ts, Event e) {
        Source source = open.computeIfAbsent(e.source, id -> new Source());
        TrackCompressor.Lanes lanes = context.compressor().lanes(SOURCE, e.kind, null, null, upid, e.kind);
        int row;
        switch (e.phase) {
            case BEGIN -> {
                int name = source.slices.isEmpty() && source.title != StringPool.NULL ? source.title : e.type;
                row = context.slices().begin(ts, lanes.begin(e.lane), e.type, name, null);
                if (row >= 0) {
                    source.slices.add(row);
                }
            }
            case END -> {
                row = e.begin == null
                        ? -1
                        : context.slices().end(ts, lanes.end(e.begin.lane), e.type, StringPool.NULL, null);
                source.slices.remove((Integer) row);
            }
            default -> row = context.slices().scoped(ts, 0, lanes.instant(e.source), e.type, e.type, null);
        }
        if (row < 0) {
            context.stats().increment(StatNames.NETWORK_LOG_UNMATCHED_END);
            return;
        }
        describe(row, e);
        if (e.title != StringPool.NULL && source.title == StringPool.NULL) {
            source.title = e.title;
            if (!source.slices.isEmpty()) {
                context.slices().setName(source.slices.getFirst(), e.title);
            }
        }
        Source cause = e.cause < 0 ? null : open.get(e.cause);
        if (cause != null && !cause.slices.isEmpty()) {
            context.flows().add(row, cause.slices.getLast());
        }
    }

    private void describe(int row, Event e) {
        if (e.args != IntColumn.NULL && e.phase != END) {
            context.slices().setArgs(row, e.args);
        }
        if (e.hasFailed) {
            Table colors = context.storage().table(TableNames.SliceColor.TABLE);
            int color = colors.addRow();
            colors.ints(TableNames.SliceColor.SLICE_ID).set(color, row);
            colors.strings(TableNames.SliceColor.NAME).set(color, strings.intern(ERROR_COLOR));
        }
    }
}
