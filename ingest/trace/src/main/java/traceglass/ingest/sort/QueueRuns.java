package traceglass.ingest.sort;

import java.io.IOException;
import java.util.Arrays;

/// The runs of a queue that are on disk, as a heap ordered by the runs' next events.
final class QueueRuns {

    private final EventCodec codec;
    private RunInput[] heap = new RunInput[4];
    private int size;

    QueueRuns(EventCodec codec) {
        this.codec = codec;
    }

    boolean isEmpty() {
        return size == 0;
    }

    /// Returns the run with the earliest event.
    RunInput first() {
        return heap[0];
    }

    /// Adds a run that is on its first event.
    void add(RunInput run) {
        if (size == heap.length) {
            heap = Arrays.copyOf(heap, size * 2);
        }
        int i = size++;
        while (i > 0 && run.isBefore(heap[i - 1 >> 1])) {
            heap[i] = heap[i - 1 >> 1];
            i = i - 1 >> 1;
        }
        heap[i] = run;
    }

    /// Decodes the event of the first run.
    RunInput decodeFirst() {
        heap[0].decode(codec);
        return heap[0];
    }

    /// Moves the first run to its next event.
    void advance() throws IOException {
        RunInput run = heap[0];
        if (!run.next()) {
            run = heap[--size];
            heap[size] = null;
            if (size == 0) {
                return;
            }
        }
        siftDown(run);
    }

    /// Moves a run down from the top to its position.
    private void siftDown(RunInput run) {
        int i = 0;
        for (int child; (child = 2 * i + 1) < size; i = child) {
            if (child + 1 < size && heap[child + 1].isBefore(heap[child])) {
                child++;
            }
            if (!heap[child].isBefore(run)) {
                break;
            }
            heap[i] = heap[child];
        }
        heap[i] = run;
    }

    /// Replaces all runs in the files of a level with one run in another file.
    void merge(int level, RunFile file) throws IOException {
        QueueRuns merged = new QueueRuns(codec);
        RunInput[] inputs = Arrays.copyOf(heap, size);
        Arrays.fill(heap, null);
        size = 0;
        for (RunInput run : inputs) {
            (run.file().level() == level ? merged : this).add(run);
        }
        if (merged.isEmpty()) {
            return;
        }
        RunOutput out = file.begin(Long.MAX_VALUE);
        while (!merged.isEmpty()) {
            RunInput first = merged.first();
            out.begin(first.ts(), first.sequence(), first.tie());
            out.copy(first);
            merged.advance();
        }
        add(file.finish(out));
    }
}
