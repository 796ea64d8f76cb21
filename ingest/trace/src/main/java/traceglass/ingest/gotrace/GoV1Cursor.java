package traceglass.ingest.gotrace;

import java.lang.foreign.MemorySegment;
import traceglass.ingest.collection.GrowingLongs;

/// Events of one processor in a trace of version 1, with the goroutine that was running.
final class GoV1Cursor {

    final int p;
    private final MemorySegment data;
    private final GrowingLongs batches;
    private final int release;
    private int next;
    private GoCursor in;
    private long lastG;
    /// Current event.
    final GoV1Event event = new GoV1Event();
    /// Time of the current event in ticks.
    long time;
    /// Number that orders the events of Go 1.5.
    long number;
    /// Goroutine of the current event, 0 for none.
    long g;

    GoV1Cursor(int p, MemorySegment data, GrowingLongs batches, int release) {
        this.p = p;
        this.data = data;
        this.batches = batches;
        this.release = release;
    }

    /// Returns the key by which the events of different processors are ordered.
    long key() {
        return release < 7 ? number : time;
    }

    /// Returns an argument of the current event; the first one follows the time.
    long arg(int i) {
        return event.args[i + first()];
    }

    private int first() {
        return release < 7 ? 2 : 1;
    }

    /// Returns the stack of the current event, which is its last argument; 0 if it has none.
    long stack(int index) {
        return index + first() < event.count ? event.args[index + first()] : 0;
    }

    /// Moves to the next event that has a time. Returns false if there is none.
    boolean advance() {
        while (true) {
            if (in == null || !in.hasMore()) {
                if (next + 1 >= batches.size()) {
                    return false;
                }
                in = new GoCursor(data, batches.get(next), batches.get(next + 1));
                next += 2;
            }
            try {
                if (readEvent()) {
                    return true;
                }
            } catch (GoFormatException e) {
                // The first pass has already counted the damage.
                in = null;
            }
        }
    }

    private boolean readEvent() {
        long end = event.read(in, release);
        switch (event.type) {
            case GoV1Type.BATCH -> {
                number = release < 7 ? event.args[1] : 0;
                time = event.args[first()];
                return false;
            }
            case GoV1Type.STRING -> {
                in.readNumber();
                in.skip(in.readLength());
                return false;
            }
            case GoV1Type.STACK, GoV1Type.FREQUENCY, GoV1Type.TIMER_GOROUTINE, GoV1Type.CPU_SAMPLE -> {
                in.moveTo(end);
                return false;
            }
            default -> {
                number += release < 7 ? event.args[0] : 0;
                time += event.args[first() - 1];
                setGoroutine();
                return true;
            }
        }
    }

    private void setGoroutine() {
        switch (event.type) {
            case GoV1Type.GO_START, GoV1Type.GO_START_LOCAL, GoV1Type.GO_START_LABEL -> lastG = arg(0);
            default -> {
                // The goroutine continues to run.
            }
        }
        g = lastG;
        switch (event.type) {
            case GoV1Type.GO_END, GoV1Type.GO_STOP, GoV1Type.GO_SCHED, GoV1Type.GO_PREEMPT, GoV1Type.GO_SYS_BLOCK ->
                lastG = 0;
            case GoV1Type.GO_SYS_EXIT, GoV1Type.GO_SYS_EXIT_LOCAL, GoV1Type.GO_WAITING, GoV1Type.GO_IN_SYSCALL ->
                g = arg(0);
            default -> {
                if (GoV1Type.isBlock(event.type)) {
                    lastG = 0;
                }
            }
        }
    }
}
