package traceglass.convert.cut.state;

import static org.junit.jupiter.api.Assertions.assertEquals;

import org.junit.jupiter.api.Test;

class StartTimesTest {

    @Test
    void valuesOfOneSourceGetTheStartOfTheRange() {
        StartTimes times = new StartTimes(1_000);
        times.addPacket(10);
        times.addPacket(20);
        times.finish();
        assertEquals(1_000, times.ofPacket(10));
        assertEquals(1_000, times.ofPacket(20));
    }

    @Test
    void memoryEventsKeepTheirOrder() {
        StartTimes times = new StartTimes(1_000);
        times.addMemory(10);
        times.addMemory(20);
        times.finish();
        assertEquals(999, times.ofMemory(10));
        assertEquals(1_000, times.ofMemory(20));
    }

    @Test
    void valuesOfTwoSourcesKeepTheirOrder() {
        StartTimes times = new StartTimes(1_000);
        times.addEvent(5);
        times.addPacket(10);
        times.addPacket(20);
        times.addEvent(20);
        times.addEvent(25);
        times.addPacket(30);
        times.finish();
        assertEquals(997, times.ofEvent(5));
        assertEquals(998, times.ofPacket(10));
        assertEquals(998, times.ofPacket(20));
        assertEquals(999, times.ofEvent(20));
        assertEquals(999, times.ofEvent(25));
        assertEquals(1_000, times.ofPacket(30));
    }
}
