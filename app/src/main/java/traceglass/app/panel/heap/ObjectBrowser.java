package traceglass.app.panel.heap;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.function.IntConsumer;
import traceglass.analysis.heap.HeapAnalysis;
import traceglass.analysis.heap.HeapObject;
import traceglass.app.context.OpenTrace;
import traceglass.app.session.TraceSession;

/// Navigation between objects of a dump with history; loads the details of each on a query thread.
final class ObjectBrowser {

    private final OpenTrace openTrace;
    private final ObjectDetails details;
    private final Deque<Integer> history = new ArrayDeque<>();
    private final Runnable whenChanged;
    private HeapAnalysis heap;
    private int shown = -1;

    /// Creates a browser.
    ///
    /// @param showClass lists the objects of an object's class
    /// @param whenChanged called when another object, or none, is shown
    ObjectBrowser(OpenTrace openTrace, IntConsumer showClass, Runnable whenChanged) {
        this.openTrace = openTrace;
        this.whenChanged = whenChanged;
        details = new ObjectDetails(this::show, this::back, showClass);
    }

    ObjectDetails details() {
        return details;
    }

    /// Switches to the objects of a dump.
    void setHeap(HeapAnalysis newHeap) {
        heap = newHeap;
    }

    /// Clears the object and the history.
    void reset() {
        heap = null;
        shown = -1;
        history.clear();
        details.clear();
        whenChanged.run();
    }

    boolean hasObject() {
        return shown >= 0;
    }

    /// Shows an object and adds the previous one to the history.
    void show(int object) {
        if (heap != null && object != shown) {
            if (shown >= 0) {
                history.push(shown);
            }
            read(object);
        }
    }

    private void back() {
        if (!history.isEmpty()) {
            read(history.pop());
        }
    }

    private void read(int object) {
        TraceSession trace = openTrace.session();
        HeapAnalysis requestedHeap = heap;
        if (trace == null || requestedHeap == null) {
            return;
        }
        boolean isFirst = shown < 0;
        shown = object;
        if (isFirst) {
            whenChanged.run();
        }
        trace.queries()
                .submit(
                        "heap-object",
                        q -> HeapObject.read(q, requestedHeap, object),
                        found -> {
                            if (requestedHeap == heap) {
                                details.show(requestedHeap, found, !history.isEmpty());
                            }
                        },
                        e -> details.fail(HeapTexts.cantLoadObject(e.getMessage())));
    }
}
