package traceglass.ingest.perfetto.packet;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertSame;

import org.junit.jupiter.api.Test;
import traceglass.ingest.ImportProgress;
import traceglass.ingest.ImportSession;
import traceglass.store.table.TraceStorage;

class SequenceStateIdsTest {

    private final ImportSession session = new ImportSession(new TraceStorage(), new ImportProgress());

    private SequenceState state(int sequence) {
        return SequenceState.first(
                sequence, session.strings(), session.context(0, 0).stats());
    }

    @Test
    void keepsAStateUntilItsLastEventIsReadAndThenReusesItsNumber() {
        SequenceStateIds ids = new SequenceStateIds();
        SequenceState first = state(1);
        SequenceState second = state(2);
        int a = ids.add(first);
        int b = ids.add(second);
        assertNotEquals(a, b);
        assertEquals(a, ids.add(first));
        assertSame(first, ids.remove(a));
        assertSame(second, ids.remove(b));
        assertSame(first, ids.remove(a));
        SequenceState third = state(3);
        int c = ids.add(third);
        int d = ids.add(first);
        assertNotEquals(c, d);
        assertSame(third, ids.remove(c));
        assertSame(first, ids.remove(d));
    }
}
