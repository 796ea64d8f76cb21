package traceglass.convert.roundtrip;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.protos.ftrace.FtraceEventBundle;
import traceglass.protos.trace.Trace;

/// Converts small traces and runs the same queries on traces and results.
class RoundTripTest {

    private static final String JSON = """
            {"traceEvents":[
            {"ph":"M","pid":7,"tid":8,"name":"thread_name","args":{"name":"worker"}},
            {"ph":"X","pid":7,"tid":8,"cat":"c","name":"outer","ts":1,"dur":9.001,"tts":1,"tdur":4,"args":{"a":"x","b":[1,"y"]}},
            {"ph":"X","pid":7,"tid":8,"cat":"c","name":"no time","ts":2,"dur":0,"tts":2,"tdur":0},
            {"ph":"b","pid":7,"tid":8,"cat":"n","id":"1","name":"outer request","ts":1},
            {"ph":"b","pid":7,"tid":8,"cat":"n","id":"1","name":"request","ts":2},
            {"ph":"e","pid":7,"tid":8,"cat":"n","id":"1","name":"request","ts":4},
            {"ph":"b","pid":7,"tid":8,"cat":"n","id":"1","name":"next request","ts":4},
            {"ph":"e","pid":7,"tid":8,"cat":"n","id":"1","name":"next request","ts":6},
            {"ph":"e","pid":7,"tid":8,"cat":"n","id":"1","name":"outer request","ts":6},
            {"ph":"C","pid":7,"name":"load","ts":3,"args":{"value":-12.5}}
            ]}""";

    @TempDir
    Path dir;

    @Test
    void adjacentSlicesAreNotJoined() throws Exception {
        Path trace = Files.writeString(dir.resolve("in.json"), JSON);
        assertEquals(Map.of(), new RoundTripRunner(dir).differences(trace, "json"));
    }

    @Test
    void overlappingSlicesStayOnTheirThread() throws Exception {
        Path trace = Files.writeString(dir.resolve("in.json"), """
                {"traceEvents":[
                {"ph":"X","pid":7,"tid":9,"cat":"c","name":"first","ts":100,"dur":10},
                {"ph":"X","pid":7,"tid":9,"cat":"c","name":"second","ts":105,"dur":10},
                {"ph":"X","pid":7,"tid":9,"cat":"c","name":"third","ts":106,"dur":10},
                {"ph":"X","pid":7,"tid":9,"cat":"c","name":"inside the first","ts":107,"dur":1},
                {"ph":"X","pid":7,"tid":9,"cat":"c","name":"later","ts":130,"dur":1}
                ]}""");
        assertEquals(Map.of(), new RoundTripRunner(dir).differences(trace, "json"));
    }

    @Test
    void systemCallsWakeupsAndSwitchesAreTheSameInText() throws Exception {
        Trace.Builder trace = Trace.newBuilder();
        FtraceEventBundle.Builder events = trace.addPacketBuilder()
                .setTrustedPacketSequenceId(1)
                .getFtraceEventsBuilder()
                .setCpu(0);
        events.addEventBuilder()
                .setTimestamp(5_000_001_000L)
                .setPid(61)
                .getSysEnterBuilder()
                .setId(12);
        events.addEventBuilder()
                .setTimestamp(5_000_003_000L)
                .setPid(61)
                .getSysExitBuilder()
                .setId(12)
                .setRet(-11);
        events.addEventBuilder()
                .setTimestamp(5_000_004_000L)
                .setPid(61)
                .getSchedWakeupBuilder()
                .setComm("sixty")
                .setPid(60)
                .setPrio(120)
                .setSuccess(1)
                .setTargetCpu(0);
        events.addEventBuilder()
                .setTimestamp(5_000_005_000L)
                .setPid(61)
                .getSchedSwitchBuilder()
                .setPrevComm("sixty-one")
                .setPrevPid(61)
                .setPrevPrio(120)
                .setPrevState(1)
                .setNextComm("sixty")
                .setNextPid(60)
                .setNextPrio(120);
        Path file = Files.write(dir.resolve("in.pftrace"), trace.build().toByteArray());
        Map<String, String> different = new RoundTripRunner(dir).differences(file, "systrace");
        assertEquals(Map.of(), different);
    }
}
