package traceglass.ingest.spans;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.util.List;
import org.junit.jupiter.api.Test;

class ServiceOrderTest {

    @Test
    void callersComeBeforeTheServicesTheyCall() {
        ServiceOrder order = new ServiceOrder();
        // The clock of the database is behind its callers' clocks.
        order.add(4, 50, 3);
        order.add(1, 100, -1);
        order.add(3, 200, 1);
        order.add(2, 300, 1);
        order.add(3, 400, 2);
        assertEquals(List.of(1, 3, 2, 4), order.upids());
    }

    @Test
    void servicesInACallCycleComeLast() {
        ServiceOrder order = new ServiceOrder();
        order.add(5, 1, 6);
        order.add(6, 2, 5);
        order.add(7, 3, -1);
        order.add(7, 4, 7);
        assertEquals(List.of(7, 5, 6), order.upids());
    }
}
