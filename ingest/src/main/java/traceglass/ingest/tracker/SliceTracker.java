package traceglass.ingest.tracker;

import java.util.Arrays;
import traceglass.ingest.ImportContext;
import traceglass.model.store.IntColumn;
import traceglass.model.store.LongColumn;
import traceglass.model.store.StringPool;
import traceglass.model.store.Table;

/// Nests slices on their tracks: one stack a track, depth and parent from it. Follows the rules of Perfetto's slice tracker, as
/// `depth`, `parent_id` and what becomes of slices that overlap without nesting depend on them.
///
/// Row of the `slice` table = slice id. A slice's row may be written to by the caller until the next call that starts a slice on
/// any track; after it was ended it is sealed from then on.
public final class SliceTracker {

    /// The duration of a slice that has begun and not ended.
    public static final long PENDING = -1;
    /// Deeper slices are dropped and counted, as in the reference.
    private static final int MAX_DEPTH = 512;

    private final ImportContext context;
    private final Table table;
    private final LongColumn ts;
    private final LongColumn dur;
    private final IntColumn trackId;
    private final IntColumn category;
    private final IntColumn name;
    private final IntColumn depth;
    private final IntColumn parentId;
    private final IntColumn argSetId;
    private final LongColumn threadTs;
    private final LongColumn threadDur;
    private final LongColumn threadInstructions;
    private final LongColumn threadInstructionDelta;
    private Stack[] stacks = new Stack[256];
    private int[] openInChunk = new int[16];
    private int sealedChunks;

    /// The open slices of one track, outermost first, with what nesting needs of them: their rows may be loaded and gone.
    private static final class Stack {
        int[] rows = new int[4];
        long[] starts = new long[4];
        long[] lengths = new long[4];
        int[] categories = new int[4];
        int[] names = new int[4];
        ArgSetBuilder[] args = new ArgSetBuilder[4];
        boolean[] open = new boolean[4];
        int size;
        boolean unnestable;
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
            args[size++] = null;
        }
    }

    public SliceTracker(ImportContext context) {
        this.context = context;
        table = context.storage().table("__intrinsic_slice");
        ts = table.longs("ts");
        dur = table.longs("dur");
        trackId = table.ints("track_id");
        category = table.strings("category");
        name = table.strings("name");
        depth = table.ints("depth");
        parentId = table.ints("parent_id");
        argSetId = table.ints("arg_set_id");
        threadTs = table.longs("thread_ts");
        threadDur = table.longs("thread_dur");
        threadInstructions = table.longs("thread_instruction_count");
        threadInstructionDelta = table.longs("thread_instruction_delta");
    }

    /// Starts a slice that [#end] will end.
    ///
    /// @param args adds its arguments; may be null
    /// @return its id, or -1 if it was dropped
    public int begin(long time, int track, int categoryId, int nameId, ArgsWriter args) {
        return start(time, PENDING, track, categoryId, nameId, args);
    }

    /// Adds a slice whose duration is known (0: an instant).
    ///
    /// @return its id, or -1 if it was dropped
    public int scoped(long time, long duration, int track, int categoryId, int nameId, ArgsWriter args) {
        if (duration < 0) {
            context.stats().increment("slice_negative_duration");
            return -1;
        }
        return start(time, duration, track, categoryId, nameId, args);
    }

    /// Ends the innermost open slice with this category and name; [StringPool#NULL] fits any.
    ///
    /// @param args adds arguments to it; may be null
    /// @return its id, or -1 if there is none
    public int end(long time, int track, int categoryId, int nameId, ArgsWriter args) {
        Stack stack = find(track);
        if (stack == null || !close(stack, time, PENDING) || stack.size == 0) {
            return -1;
        }
        int i = matching(stack, categoryId, nameId);
        if (i < 0) {
            return -1;
        }
        int row = stack.rows[i];
        stack.lengths[i] = time - stack.starts[i];
        dur.set(row, stack.lengths[i]);
        if (args != null) {
            args.write(argsAt(stack, i));
        }
        if (stack.unnestable) {
            StringPool strings = context.storage().strings();
            argsAt(stack, i)
                    .addInt(strings.intern("legacy_unnestable_begin_count"), stack.beginCount)
                    .addInt(strings.intern("legacy_unnestable_last_begin_ts"), stack.lastBeginTs);
        }
        if (i == stack.size - 1) {
            pop(stack);
        }
        return row;
    }

    /// Adds arguments to the innermost open slice with this category and name; -1 if there is none.
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

    /// Slices of this track never nest: while one is open, those that begin are only counted in its args.
    public void markUnnestable(int track) {
        of(track).unnestable = true;
    }

    /// Id of the innermost slice on the track's stack, ended ones that are still on it included; -1 if it is empty.
    public int topmost(int track) {
        Stack stack = find(track);
        return stack == null || stack.size == 0 ? -1 : stack.rows[stack.size - 1];
    }

    /// Sets the slice's thread time.
    public void setThreadTime(int row, long start, long duration) {
        threadTs.set(row, start);
        threadDur.set(row, duration);
    }

    /// Sets the slice's count of instructions.
    public void setThreadInstructions(int row, long count, long delta) {
        threadInstructions.set(row, count);
        threadInstructionDelta.set(row, delta);
    }

    public long threadTs(int row) {
        return threadTs.get(row);
    }

    public long threadInstructionCount(int row) {
        return threadInstructions.get(row);
    }

    public int name(int row) {
        return name.get(row);
    }

    /// Renames a slice that is open on its track.
    public void setName(int row, int nameId) {
        name.set(row, nameId);
        Stack stack = find(trackId.get(row));
        for (int i = 0; stack != null && i < stack.size; i++) {
            if (stack.rows[i] == row) {
                stack.names[i] = nameId;
            }
        }
    }

    public int track(int row) {
        return trackId.get(row);
    }

    /// Writes what is still held back: the args of slices that never ended. Their duration stays [#PENDING].
    public void finish() {
        for (Stack stack : stacks) {
            while (stack != null && stack.size > 0) {
                pop(stack);
            }
        }
        table.seal(table.rowCount());
    }

    private int start(long time, long duration, int track, int categoryId, int nameId, ArgsWriter args) {
        Stack stack = of(track);
        if (stack.unnestable) {
            stack.beginCount++;
            stack.lastBeginTs = time;
            if (stack.size > 0) {
                return -1;
            }
        }
        if (!close(stack, time, duration)) {
            return -1;
        }
        if (stack.size >= MAX_DEPTH) {
            context.stats().increment("slice_max_depth_exceeded");
            return -1;
        }
        int row = addRow(duration == PENDING);
        ts.set(row, time);
        dur.set(row, duration);
        trackId.set(row, track);
        category.set(row, categoryId);
        name.set(row, nameId);
        depth.set(row, stack.size);
        if (stack.size > 0) {
            parentId.set(row, stack.rows[stack.size - 1]);
        }
        stack.push(row, time, duration, categoryId, nameId);
        if (args != null && duration == PENDING) {
            args.write(argsAt(stack, stack.size - 1));
        } else if (args != null) {
            argSetId.set(row, context.args().write(args));
        }
        return row;
    }

    private int addRow(boolean open) {
        int row = table.addRow();
        int chunk = row >> Table.CHUNK_BITS;
        if (chunk == openInChunk.length) {
            openInChunk = Arrays.copyOf(openInChunk, chunk * 2);
        }
        if (open) {
            openInChunk[chunk]++;
        }
        // Not at the pop itself: its caller may still write to the row.
        while (sealedChunks < chunk && openInChunk[sealedChunks] == 0) {
            sealedChunks++;
            table.seal(sealedChunks << Table.CHUNK_BITS);
        }
        return row;
    }

    /// Pops what ended before `time`. False when a slice of this duration cannot go on the stack: it would end after the slice
    /// that it starts in.
    private boolean close(Stack stack, long time, long duration) {
        boolean openBelow = false;
        for (int i = stack.size - 1; i >= 0; i--) {
            long length = stack.lengths[i];
            if (length == PENDING) {
                openBelow = true;
                continue;
            }
            long end = stack.starts[i] + length;
            if (openBelow) {
                if (time <= end) {
                    continue;
                }
                // A slice with a known end holds open ones past that end: they are cut at it.
                context.stats().increment("misplaced_end_event");
                for (int j = stack.size - 1; j > i; j--) {
                    stack.lengths[j] = end - stack.starts[j];
                    dur.set(stack.rows[j], stack.lengths[j]);
                    pop(stack);
                }
                pop(stack);
                openBelow = false;
                continue;
            }
            // Intervals are closed on the left and open on the right; only instants of one time stack up.
            if (end < time || end == time && !(length == 0 && duration == 0)) {
                pop(stack);
                continue;
            }
            if (duration == PENDING) {
                continue;
            }
            if (time < end && time + duration > end) {
                context.stats().increment("slice_drop_overlapping_complete_event");
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
            stack.args[i] = context.args().builder();
        }
        return stack.args[i];
    }

    private void pop(Stack stack) {
        int i = --stack.size;
        int row = stack.rows[i];
        ArgSetBuilder b = stack.args[i];
        if (b != null) {
            argSetId.set(row, context.args().commit(b));
            stack.args[i] = null;
        }
        if (stack.open[i]) {
            openInChunk[row >> Table.CHUNK_BITS]--;
        }
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
