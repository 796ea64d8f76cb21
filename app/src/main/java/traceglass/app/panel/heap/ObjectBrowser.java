package traceglass.app.panel.heap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapObject;
import traceglass.app.context.OpenTrace;
import traceglass.app.session.TraceSession;

/// Goes from object to object of a dump and back; reads what the details show of each on a query thread.
final class ObjectBrowser {

    private final OpenTrace openTrace;
    private final ObjectDetails details;
    private final Deque<Integer> seen = new ArrayDeque<>();
    private final Runnable changed;
    private HeapAnalysis heap;
    private int shown = -1;

    /// @param showClass lists the objects of the class of an object
    /// @param changed told that there is an object to show now, or none any more
    ObjectBrowser(OpenTrace openTrace, IntConsumer showClass, Runnable changed) {
        this.openTrace = openTrace;
        this.changed = changed;
        details = new ObjectDetails(this::show, this::back, showClass);
    }

    ObjectDetails details() {
        return details;
    }

    /// Objects are those of this dump from now on.
    void of(HeapAnalysis newHeap) {
        heap = newHeap;
    }

    /// Shows none.
    void forget() {
        heap = null;
        shown = -1;
        seen.clear();
        details.clear();
        changed.run();
    }

    boolean hasObject() {
        return shown >= 0;
    }

    /// Shows an object; the one before is a step back.
    void show(int object) {
        if (heap != null && object != shown) {
            if (shown >= 0) {
                seen.push(shown);
            }
            read(object);
        }
    }

    private void back() {
        if (!seen.isEmpty()) {
            read(seen.pop());
        }
    }

    private void read(int object) {
        TraceSession trace = openTrace.session();
        HeapAnalysis of = heap;
        if (trace == null || of == null) {
            return;
        }
        boolean first = shown < 0;
        shown = object;
        if (first) {
            changed.run();
        }
        trace.queries()
                .submit(
                        "heap-object",
                        q -> HeapObject.read(q, of, object),
                        found -> {
                            if (of == heap) {
                                details.show(of, found, !seen.isEmpty());
                            }
                        },
                        e -> details.fail("This object could not be read: " + e.getMessage()));
    }
}
