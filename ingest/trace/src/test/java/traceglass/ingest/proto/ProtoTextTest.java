package traceglass.ingest.proto;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.google.protobuf.TextFormat;
import org.junit.jupiter.api.Test;
import traceglass.protos.config.DataSourceConfig;
import traceglass.protos.config.FtraceConfig;
import traceglass.protos.config.TraceConfig;

class ProtoTextTest {

    private static String print(byte[] message) {
        MessageTypes types = new MessageTypes();
        return ProtoText.print(message, types.message("perfetto.protos.TraceConfig"), types);
    }

    @Test
    void printsTheSameAsProtobufWithoutTheLastLineBreak() {
        TraceConfig config = TraceConfig.newBuilder()
                .setDurationMs(2000)
                .setWriteIntoFile(true)
                .addBuffers(TraceConfig.BufferConfig.newBuilder()
                        .setSizeKb(1024)
                        .setFillPolicy(TraceConfig.BufferConfig.FillPolicy.DISCARD))
                .addDataSources(TraceConfig.DataSource.newBuilder()
                        .setConfig(DataSourceConfig.newBuilder()
                                .setName("linux.\"f\"\n")
                                .setFtraceConfig(FtraceConfig.newBuilder().addFtraceEvents("sched/sched_switch"))))
                .build();
        assertEquals(TextFormat.printer().printToString(config).strip(), print(config.toByteArray()));
    }

    @Test
    void printsUnknownFieldsByNumberAndTheBytesOfDamage() {
        byte[] message = {(byte) 0xF8, (byte) 0xFF, 0x7F, 5, 0x18, 7, 0x0A};
        assertEquals("262143: 5\nduration_ms: 7\n# Extra bytes: \"\\n\"\n", print(message));
    }
}
