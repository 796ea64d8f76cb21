package traceglass.ingest.tracker.track;

import java.util.Arrays;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.ingest.tracker.args.ArgSets;
import traceglass.ingest.tracker.args.ArgTranslations;
import traceglass.ingest.tracker.args.ArgsWriter;
import traceglass.ingest.tracker.args.NameTranslations;
import traceglass.ingest.tracker.stats.ImportLogs;
import traceglass.ingest.tracker.stats.StatsTracker;
import traceglass.store.names.StatNames;
import traceglass.store.table.LongColumn;
import traceglass.store.table.StringPool;

/// Nests slices on tracks with one stack per track, which determines depth and parent. Follows the rules of
/// Perfetto's slice tracker, because `depth`, `parent_id` and the handling of overlapping slices depend on them.
///
/// The slice id is the row in the `slice` table. The caller may write to a slice's row until the next call that
/// starts a slice on any track; if the slice has ended, its row is sealed by then.
public final class SliceTracker {

    /// Duration of a slice that has not ended.
    public static final long PENDING = -1;
    /// Deeper slices are dropped and counted, as in trace processor.
    private static final int MAX_DEPTH = 512;

    /// Returned by [#scopedUnlessOverlap] in place of an id.
    public static final int OVERLAPS = -2;

    private final StringPool strings;
    private final SliceRows rows;
    private final ArgSets argSets;
    private final NameTranslations names;
    private final StatsTracker.View stats;
    private final ImportLogs logs;
    private BeginListener beginListener = (track, slice) -> {};
    private final LongColumn dur;
    private final Overlap overlap = new Overlap();
    private final ArgTranslations translations;
    private Stack[] stacks = new Stack[256];

    /// The part of a slice that extends beyond the slice in which it would be nested.
    public static final class Overlap {

        private long start;
        private long end;
        private int name;
        private long ts;
        private long dur;

        /// Adds the overlap and the conflicting slice as arguments.
        public void write(StringPool strings, ArgSetBuilder args) {
            args.addInt(strings.intern("overlap_start"), start)
                    .addInt(strings.intern("overlap_end"), end)
                    .addString(strings.intern("conflicting_slice_name"), name)
                    .addInt(strings.intern("conflicting_slice_ts"), ts)
                    .addInt(strings.intern("conflicting_slice_dur"), dur);
        }
    }

    /// Listener that is called for each added slice.
    public interface BeginListener {
        void onBegin(int track, int slice);
    }

    /// Open slices of one track, outermost first, with copies of the columns that nesting needs, because their rows
    /// may have been loaded and released.
    private static final class Stack {
        int[] rows = new int[4];
        long[] starts = new long[4];
        long[] lengths = new long[4];
        int[] categories = new int[4];
        int[] names = new int[4];
        ArgSetBuilder[] args = new ArgSetBuilder[4];
        boolean[] open = new boolean[4];
        int size;
        /// Number of slices with a known end. If it is 0, no slice can have ended before an event.
        int knownDepth;
        boolean isUnnestable;
        int beginCount;
        long lastBeginTs;

        void push(int row, long start, long length, int category, int name) {
            if (size == rows.length) {
                rows = Arrays.copyOf(rows, size * 2);
                starts = Arrays.copyOf(starts, size * 2);
                lengths = Arrays.copyOf(lengths, size * 2);
                categories = Arrays.copyOf(categories, size * 2);
                names = Arrays.copyOf(names, size * 2);
                args = Arrays.copyOf(args, size * 2);
                open = Arrays.copyOf(open, size * 2);
            }
            rows[size] = row;
            starts[size] = start;
            lengths[size] = length;
            categories[size] = category;
            names[size] = name;
            open[size] = length == PENDING;
            knownDepth += length == PENDING ? 0 : 1;
            args[size++] = null;
        }

        void setLength(int i, long length) {
            knownDepth += (length == PENDING ? 0 : 1) - (lengths[i] == PENDING ? 0 : 1);
            lengths[i] = length;
        }
    }

    /// @param rows the table, shared by the trackers of all machines
    /// @param names translations of slice names
    /// @param translations translations of slice arguments
    public SliceTracker(
            StringPool strings,
            SliceRows rows,
            ArgSets argSets,
            NameTranslations names,
            ArgTranslations translations,
            StatsTracker.View stats,
            ImportLogs logs) {
        this.strings = strings;
        this.rows = rows;
        this.argSets = argSets;
        this.names = names;
        this.translations = translations;
        this.stats = stats;
        this.logs = logs;
        dur = rows.dur;
    }

    /// Starts a slice that will be ended by [#end].
    ///
    /// @param args adds the slice's arguments; may be null
    /// @return id of the slice, or -1 if it was dropped
    public int begin(long time, int track, int categoryId, int nameId, ArgsWriter args) {
        return start(time, PENDING, track, categoryId, nameId, args, true);
    }

    /// Adds a slice with a known duration in ns (0 for an instant).
    ///
    /// @return id of the slice, or -1 if it was dropped
    public int scoped(long time, long duration, int track, int categoryId, int nameId, ArgsWriter args) {
        if (duration < 0) {
            logs.recordAtTime(StatNames.SLICE_NEGATIVE_DURATION, time, null);
            return -1;
        }
        return start(time, duration, track, categoryId, nameId, args, true);
    }

    /// Adds a slice like [#scoped], except that a slice that would end after an enclosing one is neither added nor
    /// counted. Returns [#OVERLAPS] in that case; [#overlap] gives the details.
    public int scopedUnlessOverlap(long time, long duration, int track, int categoryId, int nameId, ArgsWriter args) {
        if (duration < 0) {
            logs.recordAtTime(StatNames.SLICE_NEGATIVE_DURATION, time, null);
            return -1;
        }
        return start(time, duration, track, categoryId, nameId, args, false);
    }

    /// Returns the details of the last [#OVERLAPS] result.
    public Overlap overlap() {
        return overlap;
    }

    /// Ends the innermost open slice with this category and name, either of which may be [StringPool#NULL] for any.
    ///
    /// @param args adds arguments; may be null
    /// @return id of the slice, or -1 if there is none
    public int end(long time, int track, int categoryId, int rawName, ArgsWriter args) {
        int nameId = names.translate(rawName);
        Stack stack = find(track);
        if (stack == null || stack.knownDepth > 0 && !close(stack, time, PENDING) || stack.size == 0) {
            return -1;
        }
        int i = matching(stack, categoryId, nameId);
        if (i < 0) {
            return -1;
        }
        int row = stack.rows[i];
        long length = time - stack.starts[i];
        stack.setLength(i, length);
        dur.set(row, length);
        if (args != null) {
            args.write(argsAt(stack, i));
        }
        if (stack.isUnnestable) {
            argsAt(stack, i)
                    .addInt(strings.intern("legacy_unnestable_begin_count"), stack.beginCount)
                    .addInt(strings.intern("legacy_unnestable_last_begin_ts"), stack.lastBeginTs);
        }
        if (i == stack.size - 1) {
            pop(stack);
        }
        return row;
    }

    /// Adds arguments to the innermost open slice with this category and name. Returns its id, or -1 if there is
    /// none.
    public int addArgs(int track, int categoryId, int nameId, ArgsWriter args) {
        Stack stack = find(track);
        if (stack == null || stack.size == 0) {
            return -1;
        }
        int i = matching(stack, categoryId, nameId);
        if (i < 0) {
            return -1;
        }
        args.write(argsAt(stack, i));
        return stack.rows[i];
    }

    /// Disables nesting on a track: while a slice is open, further slices are only counted in its arguments.
    public void markUnnestable(int track) {
        of(track).isUnnestable = true;
    }

    /// Returns the id of the innermost slice on the track's stack, including ended slices that are still on it; -1
    /// if the stack is empty.
    public int topmost(int track) {
        Stack stack = find(track);
        return stack == null || stack.size == 0 ? -1 : stack.rows[stack.size - 1];
    }

    /// Returns the start of [#topmost] in ns.
    public long topmostTs(int track) {
        Stack stack = find(track);
        return stack.starts[stack.size - 1];
    }

    /// Sets the listener for added slices.
    public void onBegin(BeginListener listener) {
        beginListener = listener;
    }

    /// Returns the start in ns of a slice that was just begun or ended.
    public long ts(int row) {
        return rows.ts.get(row);
    }

    /// Sets the thread time of a slice.
    public void setThreadTime(int row, long start, long duration) {
        rows.threadTs.set(row, start);
        rows.threadDur.set(row, duration);
    }

    /// Sets the instruction count of a slice.
    public void setThreadInstructions(int row, long count, long delta) {
        rows.threadInstructions.set(row, count);
        rows.threadInstructionDelta.set(row, delta);
    }

    /// Sets the arg set of a slice whose arguments are complete.
    public void setArgs(int row, int argSetId) {
        rows.argSetId.set(row, argSetId);
    }

    /// Sets the thread time at the start of a slice.
    public void setThreadTs(int row, long start) {
        rows.threadTs.set(row, start);
    }

    /// Sets the thread duration of a slice.
    public void setThreadDur(int row, long duration) {
        rows.threadDur.set(row, duration);
    }

    public long threadTs(int row) {
        return rows.threadTs.get(row);
    }

    public long threadInstructionCount(int row) {
        return rows.threadInstructions.get(row);
    }

    /// Renames a slice that is open on its track.
    public void setName(int row, int nameId) {
        rows.name.set(row, nameId);
        Stack stack = find(rows.trackId.get(row));
        for (int i = 0; stack != null && i < stack.size; i++) {
            if (stack.rows[i] == row) {
                stack.names[i] = nameId;
            }
        }
    }

    public int track(int row) {
        return rows.trackId.get(row);
    }

    /// Writes the pending arguments of slices that never ended. Their duration remains [#PENDING].
    public void finish() {
        for (Stack stack : stacks) {
            while (stack != null && stack.size > 0) {
                pop(stack);
            }
        }
    }

    private int start(
            long time, long duration, int track, int categoryId, int rawName, ArgsWriter args, boolean countsOverlap) {
        int nameId = names.translate(rawName);
        Stack stack = of(track);
        if (stack.isUnnestable) {
            stack.beginCount++;
            stack.lastBeginTs = time;
            if (stack.size > 0) {
                return -1;
            }
        }
        if (stack.knownDepth > 0 && !close(stack, time, duration)) {
            if (countsOverlap) {
                logs.recordAtTime(
                        StatNames.SLICE_DROP_OVERLAPPING_COMPLETE_EVENT, time, a -> overlap.write(strings, a));
                return -1;
            }
            return OVERLAPS;
        }
        if (stack.size >= MAX_DEPTH) {
            int parent = stack.names[stack.size - 1];
            logs.recordAtTime(
                    StatNames.SLICE_MAX_DEPTH_EXCEEDED,
                    time,
                    a -> a.addString(strings.intern("parent_slice_name"), parent)
                            .addString(strings.intern("current_slice_name"), nameId));
            return -1;
        }
        int row = rows.add(duration == PENDING);
        rows.ts.set(row, time);
        dur.set(row, duration);
        rows.trackId.set(row, track);
        rows.category.set(row, categoryId);
        rows.name.set(row, nameId);
        rows.depth.set(row, stack.size);
        if (stack.size > 0) {
            rows.parentId.set(row, stack.rows[stack.size - 1]);
        }
        stack.push(row, time, duration, categoryId, nameId);
        beginListener.onBegin(track, row);
        if (args != null && duration == PENDING) {
            args.write(argsAt(stack, stack.size - 1));
        } else if (args != null) {
            ArgSetBuilder b = argSets.builder();
            args.write(b);
            rows.argSetId.set(row, commit(b));
        }
        return row;
    }

    /// Pops slices that ended before `time`. Returns false if a slice of this duration cannot be pushed because it
    /// would end after an enclosing slice.
    private boolean close(Stack stack, long time, long duration) {
        boolean isOpenBelow = false;
        int remaining = stack.knownDepth;
        for (int i = stack.size - 1; remaining > 0; i--) {
            long length = stack.lengths[i];
            if (length == PENDING) {
                isOpenBelow = true;
                continue;
            }
            remaining--;
            long end = stack.starts[i] + length;
            if (isOpenBelow) {
                if (time <= end) {
                    continue;
                }
                // Open slices within a slice with a known end are truncated at that end.
                stats.increment(StatNames.MISPLACED_END_EVENT);
                for (int j = stack.size - 1; j > i; j--) {
                    stack.setLength(j, end - stack.starts[j]);
                    dur.set(stack.rows[j], stack.lengths[j]);
                    pop(stack);
                }
                pop(stack);
                isOpenBelow = false;
                continue;
            }
            // Intervals are half-open; only instants with equal times nest.
            if (end < time || end == time && !(length == 0 && duration == 0)) {
                pop(stack);
                continue;
            }
            if (duration == PENDING) {
                continue;
            }
            if (time < end && time + duration > end) {
                overlap.start = time;
                overlap.end = end;
                overlap.name = stack.names[i];
                overlap.ts = stack.starts[i];
                overlap.dur = length;
                return false;
            }
        }
        return true;
    }

    private int matching(Stack stack, int categoryId, int nameId) {
        for (int i = stack.size - 1; i >= 0; i--) {
            if (stack.lengths[i] != PENDING) {
                continue;
            }
            if (categoryId != StringPool.NULL && stack.categories[i] != categoryId) {
                continue;
            }
            int rowName = stack.names[i];
            if (nameId != StringPool.NULL && rowName != StringPool.NULL && rowName != nameId) {
                continue;
            }
            return i;
        }
        return -1;
    }

    private ArgSetBuilder argsAt(Stack stack, int i) {
        if (stack.args[i] == null) {
            stack.args[i] = argSets.builder();
        }
        return stack.args[i];
    }

    private void pop(Stack stack) {
        int i = --stack.size;
        stack.knownDepth -= stack.lengths[i] == PENDING ? 0 : 1;
        int row = stack.rows[i];
        ArgSetBuilder b = stack.args[i];
        if (b != null) {
            rows.argSetId.set(row, commit(b));
            stack.args[i] = null;
        }
        if (stack.open[i]) {
            rows.close(row);
        }
    }

    private int commit(ArgSetBuilder b) {
        return translations.appliesTo(b) ? argSets.commitDeferred(b, translations) : argSets.commit(b);
    }

    private Stack of(int track) {
        if (track >= stacks.length) {
            stacks = Arrays.copyOf(stacks, Math.max(stacks.length * 2, track + 1));
        }
        Stack stack = stacks[track];
        if (stack == null) {
            stack = new Stack();
            stacks[track] = stack;
        }
        return stack;
    }

    private Stack find(int track) {
        return track >= 0 && track < stacks.length ? stacks[track] : null;
    }
}
