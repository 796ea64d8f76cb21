package traceglass.ingest.text;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;
import traceglass.protos.trace.Trace;

class TextHeadTest {

    @Test
    void packetsAreBinary() {
        Trace.Builder trace = Trace.newBuilder();
        for (int i = 0; i < 100; i++) {
            trace.addPacketBuilder().setTimestamp(1_000_000L + i).setTrustedPacketSequenceId(2);
        }
        assertTrue(TextHead.isBinary(trace.build().toByteArray()));
    }

    @Test
    void aDamagedTextIsStillAText() {
        String line = "worker-77 [001] .... 10.000001: sched_switch: \u001b[1mprev\u001b[0m\n\tcaf\u00e9\r\n";
        assertFalse(TextHead.isBinary(line.getBytes(StandardCharsets.UTF_8)));
        String damaged = line.repeat(20) + "\0\0\1\2";
        assertFalse(TextHead.isBinary(damaged.getBytes(StandardCharsets.UTF_8)));
        assertFalse(TextHead.isBinary(new byte[0]));
    }
}
