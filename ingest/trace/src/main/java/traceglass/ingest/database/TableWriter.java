package traceglass.ingest.database;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import traceglass.ingest.ImportContext;
import traceglass.ingest.database.ColumnMeanings.Column;
import traceglass.ingest.database.ColumnMeanings.Meaning;
import traceglass.ingest.sort.EventSink;
import traceglass.ingest.sort.EventSorter;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.clock.ClockId;
import traceglass.ingest.tracker.clock.ClockTracker;
import traceglass.ingest.tracker.track.SliceTracker;
import traceglass.ingest.tracker.track.TrackCompressor;
import traceglass.ingest.tracker.track.TrackType;
import traceglass.store.names.StatNames;
import traceglass.store.table.IntColumn;
import traceglass.store.table.StringPool;

/// Writes the rows of a table: slices if they have a duration or an end, counter samples if they have values, otherwise
/// instants. Columns without a meaning become arguments of slices.
final class TableWriter implements EventSink {

    private static final TrackType OVERLAPPING = TrackCompressor.compressed("thread_overlapping_slice", TrackType.UTID);
    private static final TrackType PROCESS_SLICES = TrackCompressor.compressed(
            "process_table_events", TrackType.UPID, TrackType.Dimension.ofString("category"));
    private static final TrackType GLOBAL =
            TrackCompressor.compressed("table_events", TrackType.Dimension.ofString("category"));
    private static final TrackType.Dimension NAME = TrackType.Dimension.ofString("name");
    private static final TrackType COUNTER = TrackType.counter("table_counters", null, NAME);
    private static final TrackType PROCESS_COUNTER =
            TrackType.counter("process_table_counter", null, TrackType.UPID, NAME);
    private static final TrackType THREAD_COUNTER =
            TrackType.counter("thread_table_counter", null, TrackType.UTID, NAME);

    private static final int NONE = -1;
    /// Marks the duration of a slice that does not end.
    private static final long UNFINISHED = -1;

    private final ImportContext context;
    private final StringPool strings;
    private final EventSorter.Queue queue;
    private final int file;
    private final TableIds ids;
    private final int[] names;
    private final int time;
    private final int duration;
    private final int end;
    private final int name;
    private final int category;
    private final int[] values;
    private final int[] args;
    private final ColumnUnit timeUnit;
    private final ColumnUnit durationUnit;
    private final ColumnUnit endUnit;
    private final Map<String, Integer> positions = new HashMap<>();
    private boolean hasClock;
    private long rows;
    private long events;

    private record Slice(long dur, int upid, int utid, int category, int name, int args) {}

    private record Sample(int track, double value) {}

    /// @param fileName name of the track for rows without a process
    TableWriter(ImportContext context, List<TableColumn> columns, ColumnMeanings meanings, String fileName) {
        this.context = context;
        strings = context.strings();
        file = strings.intern(fileName);
        names = new int[columns.size()];
        for (int i = 0; i < names.length; i++) {
            names[i] = strings.intern(columns.get(i).name());
            positions.putIfAbsent(columns.get(i).name(), i);
        }
        time = position(meanings.of(Meaning.TIME));
        timeUnit = meanings.of(Meaning.TIME).unit();
        duration = position(meanings.of(Meaning.DURATION));
        durationUnit = duration == NONE ? null : meanings.of(Meaning.DURATION).unit();
        end = position(meanings.of(Meaning.END));
        endUnit = end == NONE ? null : meanings.of(Meaning.END).unit();
        name = position(meanings.of(Meaning.NAME));
        category = position(meanings.of(Meaning.CATEGORY));
        values = meanings.all(Meaning.VALUE).stream().mapToInt(this::position).toArray();
        ids = new TableIds(context, columns, positions(meanings, Meaning.PROCESS), positions(meanings, Meaning.THREAD));
        List<Integer> unassigned = new ArrayList<>();
        for (int i = 0; i < names.length; i++) {
            if (!meanings.names().contains(columns.get(i).name())) {
                unassigned.add(i);
            }
        }
        args = unassigned.stream().mapToInt(i -> i).toArray();
        queue = context.sorter().queue(this);
    }

    private int position(Column column) {
        return column == null ? NONE : positions.get(column.name());
    }

    private int[] positions(ColumnMeanings meanings, Meaning meaning) {
        return meanings.all(meaning).stream().mapToInt(this::position).toArray();
    }

    /// Returns the number of rows so far.
    long rows() {
        return rows;
    }

    /// Returns the number of rows with a valid time.
    long events() {
        return events;
    }

    void writeRow(String[] row) {
        rows++;
        long fileTime = TimeValues.parseNs(row[time], timeUnit);
        if (fileTime == TimeValues.NONE) {
            context.stats().increment(StatNames.TABLE_ROW_WITHOUT_TIME);
            return;
        }
        if (!hasClock) {
            hasClock = true;
            context.clocks()
                    .useOnly(
                            fileTime >= TimeValues.SINCE_1970
                                    ? ClockId.of(ClockId.REALTIME)
                                    : ClockId.ofFile(context.traceId()));
        }
        long ts = context.clocks().defaultToTraceTime(fileTime);
        if (ts == ClockTracker.NONE) {
            return;
        }
        events++;
        ids.read(row);
        pushSamples(ts, row);
        if (values.length == 0 || duration != NONE || end != NONE) {
            pushSlice(ts, fileTime, row);
        }
    }

    private void pushSamples(long ts, String[] row) {
        int rowName = name == NONE || row[name] == null ? StringPool.NULL : strings.intern(row[name]);
        for (int column : values) {
            String text = row[column];
            if (text != null && TimeValues.isNumber(text)) {
                int label = rowName == StringPool.NULL
                        ? names[column]
                        : values.length == 1 ? rowName : strings.intern(row[name] + " " + strings.get(names[column]));
                queue.push(ts, 0, new Sample(counter(label), Double.parseDouble(text)));
            }
        }
    }

    private int counter(int label) {
        if (ids.utid() != NONE) {
            return context.tracks().intern(THREAD_COUNTER, label, ids.utid(), label);
        }
        return ids.upid() != NONE
                ? context.tracks().intern(PROCESS_COUNTER, label, ids.upid(), label)
                : context.tracks().intern(COUNTER, label, label);
    }

    private void pushSlice(long ts, long fileTime, String[] row) {
        long dur = 0;
        if (duration != NONE) {
            long durationNs = TimeValues.parseNs(row[duration], durationUnit);
            dur = durationNs == TimeValues.NONE ? 0 : durationNs;
        } else if (end != NONE) {
            long endNs = TimeValues.parseNs(row[end], endUnit);
            dur = endNs == TimeValues.NONE ? UNFINISHED : endNs - fileTime;
        }
        if (dur < UNFINISHED || dur == UNFINISHED && end == NONE) {
            context.stats().increment(StatNames.TABLE_NEGATIVE_DURATION);
            return;
        }
        int label = name != NONE && row[name] != null ? strings.intern(row[name]) : file;
        int group = category != NONE && row[category] != null ? strings.intern(row[category]) : StringPool.NULL;
        // If two slices start at the same time, the longer one is the outer one.
        long length = dur == UNFINISHED ? Long.MAX_VALUE >> 1 : Math.min(dur, Long.MAX_VALUE >> 1);
        queue.push(
                ts,
                (Long.MAX_VALUE >> 1) - length,
                0,
                new Slice(dur, ids.upid(), ids.utid(), group, label, arguments(row)));
    }

    private int arguments(String[] row) {
        ArgSetBuilder builder = context.args().builder();
        for (int column : args) {
            String text = row[column];
            if (text != null && !text.isEmpty()) {
                add(builder, names[column], text);
            }
        }
        return context.args().commit(builder);
    }

    private void add(ArgSetBuilder builder, int key, String text) {
        boolean isInteger = text.length() <= 18 && text.chars().allMatch(c -> c >= '0' && c <= '9');
        // Numbers with leading zeros are codes and remain strings.
        if (isInteger && (text.length() == 1 || text.charAt(0) != '0')) {
            builder.addInt(key, Long.parseLong(text));
        } else if (text.indexOf('.') > 0 && TimeValues.isNumber(text)) {
            builder.addReal(key, Double.parseDouble(text));
        } else {
            builder.addString(key, strings.intern(text));
        }
    }

    @Override
    public void handleEvent(long ts, long data, Object ref) {
        if (ref instanceof Sample sample) {
            context.counters().push(ts, sample.value, sample.track);
            return;
        }
        Slice slice = (Slice) ref;
        int row = slice.dur == UNFINISHED
                ? context.slices().begin(ts, track(slice, ts), slice.category, slice.name, null)
                : write(ts, slice);
        if (row >= 0 && slice.args != IntColumn.NULL) {
            context.slices().setArgs(row, slice.args);
        }
    }

    private int write(long ts, Slice slice) {
        int track = track(slice, ts);
        int row = context.slices().scopedUnlessOverlap(ts, slice.dur, track, slice.category, slice.name, null);
        if (row != SliceTracker.OVERLAPS) {
            return row;
        }
        int other = context.compressor()
                .lanes(OVERLAPPING, StringPool.NULL, null, null, slice.utid)
                .nested(ts, slice.dur);
        return context.slices().scoped(ts, slice.dur, other, slice.category, slice.name, null);
    }

    private int track(Slice slice, long ts) {
        if (slice.utid != NONE) {
            return context.tracks().threadTrack(slice.utid);
        }
        long dur = slice.dur == UNFINISHED ? Long.MAX_VALUE - Math.max(ts, 0) : slice.dur;
        int label = slice.category == StringPool.NULL ? file : slice.category;
        return slice.upid != NONE
                ? context.compressor()
                        .lanes(PROCESS_SLICES, label, null, null, slice.upid, label)
                        .nested(ts, dur)
                : context.compressor().lanes(GLOBAL, label, null, null, label).nested(ts, dur);
    }
}
