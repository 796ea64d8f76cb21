package traceglass.sdk;

import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;
import traceglass.sdk.posix.Posix;

/// The sequences of a thread, one for each session.
///
/// Each platform thread has its own sequences. Virtual threads, of which there can be millions, share a few sequences,
/// which are locked for each event; every virtual thread has its own track.
final class ThreadWriters {

    private static final ThreadLocal<ThreadWriters> CURRENT = ThreadLocal.withInitial(ThreadWriters::ofThread);
    private static final ThreadLocal<Track> VIRTUAL_TRACK = ThreadLocal.withInitial(ThreadWriters::virtualTrack);
    private static final ThreadWriters[] SHARED = shared();

    private final Track track;
    private final @Nullable SequenceWriter[] bySlot = new SequenceWriter[Sessions.SLOTS];
    private final TraceEvent event = new TraceEvent();
    private final ReentrantLock lock = new ReentrantLock();
    private final boolean isThread;

    private ThreadWriters(Track track, boolean isThread) {
        this.track = track;
        this.isThread = isThread;
    }

    private static ThreadWriters ofThread() {
        Thread thread = Thread.currentThread();
        return new ThreadWriters(Track.thread(ProcessTrack.threadId(), thread.getName()), true);
    }

    private static ThreadWriters[] shared() {
        int count = Integer.highestOneBit(2 * Runtime.getRuntime().availableProcessors());
        ThreadWriters[] all = new ThreadWriters[count];
        for (int i = 0; i < count; i++) {
            all[i] = new ThreadWriters(Track.process(), false);
        }
        return all;
    }

    private static Track virtualTrack() {
        Thread thread = Thread.currentThread();
        String name = thread.getName().isEmpty() ? "virtual thread" : thread.getName();
        return Track.named(name).withId(thread.threadId());
    }

    /// Returns the track of the calling thread.
    static Track track() {
        return Thread.currentThread().isVirtual() ? VIRTUAL_TRACK.get() : CURRENT.get().track;
    }

    /// Writes an event to each session whose bit is set.
    static void write(
            int bits,
            EventKind kind,
            Category category,
            @Nullable String name,
            @Nullable Track track,
            @Nullable TraceEvent event,
            long value) {
        Thread thread = Thread.currentThread();
        if (!thread.isVirtual()) {
            CURRENT.get().writeAll(bits, kind, category, name, track, event, value);
            return;
        }
        TraceEvent eventWithTid = event;
        Track eventTrack = track;
        if (eventTrack == null) {
            eventTrack = VIRTUAL_TRACK.get();
            if (kind == EventKind.BEGIN && Posix.isSupported()) {
                eventWithTid = event == null ? newEvent(category, name) : event;
                eventWithTid.arg("carrier_tid", Posix.threadId());
            }
        }
        ThreadWriters shared = SHARED[(int) thread.threadId() & SHARED.length - 1];
        shared.lock.lock();
        try {
            shared.writeAll(bits, kind, category, name, eventTrack, eventWithTid, value);
        } finally {
            shared.lock.unlock();
        }
    }

    private static TraceEvent newEvent(Category category, @Nullable String name) {
        TraceEvent event = new TraceEvent();
        event.start(category, name == null ? "" : name);
        return event;
    }

    private void writeAll(
            int bits,
            EventKind kind,
            Category category,
            @Nullable String name,
            @Nullable Track to,
            @Nullable TraceEvent event,
            long value) {
        for (int remaining = bits; remaining != 0; remaining &= remaining - 1) {
            int slot = Integer.numberOfTrailingZeros(remaining);
            EventRecorder session = Sessions.active(slot);
            if (session != null) {
                writer(slot, session).write(kind, category, name, to, event, value);
            }
        }
    }

    private SequenceWriter writer(int slot, EventRecorder session) {
        SequenceWriter writer = bySlot[slot];
        if (writer == null || writer.recorder != session || writer.isClosed()) {
            writer = new SequenceWriter(session, track, isThread);
            bySlot[slot] = writer;
        }
        return writer;
    }

    static TraceEvent event(Category category, String name) {
        if (Thread.currentThread().isVirtual()) {
            return newEvent(category, name);
        }
        TraceEvent cached = CURRENT.get().event;
        // Code that computes the arguments of an event can be traced itself and needs another object.
        TraceEvent event = cached.isInUse ? new TraceEvent() : cached;
        event.start(category, name);
        return event;
    }

    static void writePacket(EventRecorder session, DataSource source, DataSource.Body body) {
        Thread thread = Thread.currentThread();
        ThreadWriters writers =
                thread.isVirtual() ? SHARED[(int) thread.threadId() & SHARED.length - 1] : CURRENT.get();
        writers.lock.lock();
        try {
            writers.writePacketAlone(session, source, body);
        } finally {
            writers.lock.unlock();
        }
    }

    private void writePacketAlone(EventRecorder session, DataSource source, DataSource.Body body) {
        int slot = Sessions.slot(session);
        if (slot >= 0) {
            writer(slot, session).writePacket(source, body);
        }
    }
}
