package traceglass.ingest.perfetto.trackevent;

import java.util.ArrayDeque;
import java.util.BitSet;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import traceglass.ingest.perfetto.args.ArgStrings;
import traceglass.ingest.perfetto.args.ProtoArgs;
import traceglass.ingest.perfetto.packet.PendingEventBytes;
import traceglass.ingest.perfetto.packet.SequenceState;
import traceglass.ingest.proto.MessageType;
import traceglass.ingest.proto.MessageTypes;
import traceglass.ingest.proto.ProtoCursor;
import traceglass.ingest.sort.PrefetchListener;
import traceglass.ingest.tracker.args.ArgSetBuilder;
import traceglass.protos.trace.InternedData;
import traceglass.store.table.StringPool;

/// Prefetches arguments and names of track events on a separate thread; they account for a quarter of the importer's
/// work. The thread uses only strings that the importer has already interned and changes nothing that the importer
/// sees. An event with a new string, or with data that depends on the time of the event, is left to the importer. The
/// result therefore does not depend on the progress of the thread.
final class ArgPrefetcher implements PrefetchListener {

    private static final int BATCHES = 4;
    /// Capacity for arguments of a batch; events that exceed it are left to the importer.
    private static final int ARG_CAPACITY = 8 * BATCH;
    /// Number of events that the thread skips if the importer has overtaken it.
    private static final int LEAD = 64;

    /// Bits of an event's kind. [#PLAIN]: the importer needs only the type, the track, category and name, the
    /// number of extra counter values, and the prefetched arguments. The kind then also contains the type
    /// ([#TYPE]), whether there is a track ([#TRACK]), and, from bit [#EXTRAS_SHIFT] on, the number of values.
    private static final int PLAIN = 16;
    private static final int TYPE = 7;
    private static final int TRACK = 8;
    private static final int EXTRAS_SHIFT = 5;
    private static final int MAX_EXTRAS = 3;

    /// Consecutive events and their arguments. Owned by the importer until it is passed on; after that, the
    /// importer may access the events before [#done].
    private static final class Batch {
        final long[] data = new long[BATCH];
        final PendingEventBytes[] refs = new PendingEventBytes[BATCH];
        StringPool.Lookup texts;
        int size;

        /// Kind of each event, see [#PLAIN], and its track; kind 0 if the importer has to read the event.
        final byte[] kinds = new byte[BATCH];
        final long[] tracks = new long[BATCH];
        /// Category and name of each event; -1 if the importer has to find them.
        final int[] categories = new int[BATCH];
        final int[] names = new int[BATCH];
        /// Range of each event's arguments; -1 if the importer has to create them.
        final int[] from = new int[BATCH];
        final int[] to = new int[BATCH];
        final int[] unknown = new int[BATCH];
        final int[] flatKeys = new int[ARG_CAPACITY];
        final int[] keys = new int[ARG_CAPACITY];
        final byte[] types = new byte[ARG_CAPACITY];
        final long[] values = new long[ARG_CAPACITY];
        int used;

        /// Number of finished events; written by the prefetch thread.
        volatile int done;
        /// Events before this one are no longer needed; written by the importer.
        volatile int firstNeeded;
    }

    /// Tells the thread to stop.
    private static final Batch END = new Batch();

    private final StringPool strings;
    private final MessageTypes types;
    private final BitSet typedFields;
    private final ArgStrings texts = ArgStrings.knownOnly();
    private final Function<ArgStrings, ProtoArgs> walkers;

    // State of the importer.
    private final Batch[] batches = new Batch[BATCHES];
    private final ArrayDeque<Batch> free = new ArrayDeque<>();
    private final ArrayDeque<Batch> queued = new ArrayDeque<>();
    /// Batches already emitted but still used by the thread.
    private final ArrayDeque<Batch> unfinished = new ArrayDeque<>();
    private Batch filling;
    private Batch current;
    private int next;
    private int ready;
    private int at = -1;
    private Thread thread;
    private BlockingQueue<Batch> toDo;
    private volatile boolean ended;

    // State of the prefetch thread.
    private final TrackEventFields event = new TrackEventFields();
    private final ProtoCursor cursor = new ProtoCursor();
    private final ArgSetBuilder out = new ArgSetBuilder();
    private ProtoArgs walker;
    private MessageType eventType;

    /// @param types types of the importer, which do not change while events are emitted
    /// @param typedFields fields of `TrackEvent` that are written by their type, in addition to extensions
    /// @param walkers creates the converter of messages for the given strings; called on the importer's thread
    ArgPrefetcher(StringPool strings, MessageTypes types, BitSet typedFields, Function<ArgStrings, ProtoArgs> walkers) {
        this.strings = strings;
        this.types = types;
        this.typedFields = typedFields;
        this.walkers = walkers;
    }

    @Override
    public boolean hasCapacity() {
        if (free.isEmpty()) {
            unfinished.removeIf(b -> {
                boolean finished = b.done == b.size;
                if (finished) {
                    free.add(b);
                }
                return finished;
            });
        }
        if (free.isEmpty() && batches[BATCHES - 1] == null) {
            int i = 0;
            while (batches[i] != null) {
                i++;
            }
            batches[i] = new Batch();
            free.add(batches[i]);
        }
        return !free.isEmpty();
    }

    @Override
    public void add(long data, Object ref) {
        if (filling == null) {
            filling = free.removeFirst();
            filling.size = 0;
        }
        filling.data[filling.size] = data;
        filling.refs[filling.size++] = (PendingEventBytes) ref;
    }

    @Override
    public void flush() {
        Batch b = filling;
        filling = null;
        b.texts = strings.lookup();
        b.used = 0;
        b.done = 0;
        // The importer is about to reach the first batch.
        b.firstNeeded = current == null && queued.isEmpty() ? LEAD : 0;
        queued.add(b);
        if (walker == null) {
            walker = walkers.apply(texts);
        }
        if (thread == null) {
            walker.types().addFrom(types);
            BlockingQueue<Batch> queue = new LinkedBlockingQueue<>();
            toDo = queue;
            ended = false;
            thread = Thread.ofPlatform().daemon().name("arguments").start(() -> run(queue));
        }
        toDo.add(b);
    }

    @Override
    public void skip() {
        advance(0);
    }

    /// Advances to the next emitted event.
    ///
    /// @param location location as passed to [PrefetchListener#add]
    void advance(long location) {
        at = -1;
        if (current != null && next == current.size) {
            (current.done == current.size ? free : unfinished).add(current);
            current = null;
        }
        if (current == null) {
            current = queued.pollFirst();
            next = 0;
            ready = 0;
            if (current == null) {
                return;
            }
        }
        int i = next++;
        if (i >= ready) {
            ready = current.done;
            if (i >= ready) {
                current.firstNeeded = i + LEAD;
                return;
            }
        }
        if (current.data[i] == location) {
            at = i;
        }
    }

    /// Sets the fields of the current event without reading it again; returns false if it has to be read.
    boolean readInto(TrackEventFields into) {
        int kind = at < 0 ? 0 : current.kinds[at];
        if (kind == 0) {
            return false;
        }
        into.set(kind & TYPE, (kind & TRACK) != 0, current.tracks[at], kind >> EXTRAS_SHIFT);
        return true;
    }

    /// Returns the category of the current event as in [TrackEventNames], or -1 if unknown here.
    int category() {
        return at < 0 ? -1 : current.categories[at];
    }

    /// Returns the name of the current event as in [TrackEventNames], or -1 if unknown here.
    int name() {
        return at < 0 ? -1 : current.names[at];
    }

    /// Returns whether the arguments of the current event have been prefetched.
    boolean hasArgs() {
        return at >= 0 && current.from[at] >= 0;
    }

    /// Adds the arguments of the current event.
    ///
    /// @return number of the event's fields that no type defines
    int replay(ArgSetBuilder to) {
        Batch b = current;
        to.addAll(b.flatKeys, b.keys, b.types, b.values, b.from[at], b.to[at]);
        return b.unknown[at];
    }

    /// Returns whether all batches passed on are finished.
    boolean isCaughtUp() {
        return (current == null || current.done == current.size)
                && queued.stream().allMatch(b -> b.done == b.size);
    }

    @Override
    public void discardAll() {
        if (thread == null) {
            return;
        }
        ended = true;
        toDo.add(END);
        boolean interrupted = false;
        while (thread.isAlive()) {
            try {
                thread.join();
            } catch (InterruptedException e) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
        thread = null;
        filling = null;
        current = null;
        at = -1;
        queued.clear();
        unfinished.clear();
        free.clear();
        for (Batch b : batches) {
            if (b != null) {
                java.util.Arrays.fill(b.refs, null);
                b.texts = null;
                free.add(b);
            }
        }
    }

    private void run(BlockingQueue<Batch> queue) {
        try {
            for (Batch b = queue.take(); b != END; b = queue.take()) {
                texts.setKnown(b.texts);
                int size = b.size;
                for (int i = 0; i < size && !ended; i++) {
                    reset(b, i);
                    if (i >= b.firstNeeded) {
                        tryPrefetch(b, i);
                    }
                    b.refs[i] = null;
                    b.done = i + 1;
                }
            }
        } catch (InterruptedException e) {
            // Not expected; the importer then creates all arguments itself.
        }
    }

    /// Failures are left to the importer, which reports them.
    private void tryPrefetch(Batch b, int i) {
        try {
            make(b, i);
        } catch (RuntimeException | StackOverflowError e) {
            reset(b, i);
        }
    }

    private static void reset(Batch b, int i) {
        b.kinds[i] = 0;
        b.categories[i] = -1;
        b.names[i] = -1;
        b.from[i] = -1;
    }

    private void make(Batch b, int i) {
        PendingEventBytes bytes = b.refs[i];
        event.read(bytes.buffer, PendingEventBytes.offset(b.data[i]), PendingEventBytes.length(b.data[i]));
        b.categories[i] = category(bytes.state);
        b.names[i] = name(bytes.state);
        if (!event.typed && event.annotations.size == 0) {
            b.kinds[i] = kind(b, i);
            return;
        }
        out.clear();
        texts.begin();
        b.unknown[i] = 0;
        if (event.typed) {
            if (eventType == null) {
                eventType = walker.types().message("perfetto.protos.TrackEvent");
            }
            cursor.enter(event.buffer, event.offset, event.length);
            if (!walker.message(cursor, eventType, "", typedFields, false, out, bytes.state, 0) || texts.hasMissed()) {
                return;
            }
            b.unknown[i] = walker.unknownFields();
        }
        for (int k = 0; k < event.annotations.size; k++) {
            long location = event.annotations.values[k];
            if (!walker.debugAnnotation(
                            event.buffer,
                            PendingEventBytes.offset(location),
                            PendingEventBytes.length(location),
                            out,
                            bytes.state,
                            0)
                    || texts.hasMissed()) {
                return;
            }
        }
        int size = out.size();
        if (size <= ARG_CAPACITY - b.used) {
            out.copyTo(b.flatKeys, b.keys, b.types, b.values, b.used);
            b.from[i] = b.used;
            b.used += size;
            b.to[i] = b.used;
            b.kinds[i] = kind(b, i);
        }
    }

    private byte kind(Batch b, int i) {
        if (!event.isPlain() || event.extraValues.size > MAX_EXTRAS || b.categories[i] < 0 || b.names[i] < 0) {
            return 0;
        }
        b.tracks[i] = event.trackUuid;
        return (byte) (PLAIN | event.type | (event.hasTrackUuid ? TRACK : 0) | event.extraValues.size << EXTRAS_SHIFT);
    }

    private int category(SequenceState state) {
        int size = event.categoryIids.size;
        if (event.categories.size > 0 || size > 1) {
            return -1;
        }
        return size == 0
                ? StringPool.NULL
                : texts.interned(state, InternedData.EVENT_CATEGORIES_FIELD_NUMBER, event.categoryIids.values[0]);
    }

    private int name(SequenceState state) {
        long iid = event.nameIid != 0 ? event.nameIid : event.legacyNameIid;
        if (iid != 0) {
            return texts.interned(state, InternedData.EVENT_NAMES_FIELD_NUMBER, iid);
        }
        return event.hasName ? -1 : StringPool.NULL;
    }
}
