package traceglass.app.cli.serve;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.google.protobuf.ByteString;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import traceglass.app.cli.CommandRun;
import traceglass.protos.processor.TraceProcessorRpc;
import traceglass.protos.processor.TraceProcessorRpc.TraceProcessorMethod;
import traceglass.protos.processor.TraceProcessorRpcStream;
import traceglass.protos.processor.TraceSummaryArgs;
import traceglass.protos.processor.TraceSummaryResult;

class ServedSummaryTest {

    @TempDir
    Path folder;

    @Test
    void summariesEqualThoseOfTheCommand() throws Exception {
        String spec = """
                metric_spec { id: "dur_by_name" dimensions: "slice_name" value: "dur" query { simple_slices {} } }
                metric_spec { id: "slices" value: "n" query { sql { sql: "SELECT count(*) AS n FROM slice" column_names: "n" } } }
                query { id: "about" sql { sql: "SELECT 'kind' AS key, 'json' AS value" column_names: "key" column_names: "value" } }
                """;
        Path file = Files.writeString(folder.resolve("metrics.textproto"), spec);
        Path trace = trace("summarized");
        for (TraceSummaryArgs.Format format : TraceSummaryArgs.Format.values()) {
            boolean isText = format == TraceSummaryArgs.Format.TEXTPROTO;
            CommandRun command = CommandRun.of(
                            "summarize",
                            "--no-cache",
                            trace,
                            "--spec=" + file,
                            "--metrics-v2=all",
                            "--metadata-query=about",
                            "--format=" + (isText ? "text" : "binary"))
                    .assertExitCode(0);
            TraceSummaryResult result = send(
                            TraceProcessorRpc.newBuilder()
                                    .setRequest(TraceProcessorMethod.TPM_SUMMARIZE_TRACE)
                                    .setTraceSummaryArgs(TraceSummaryArgs.newBuilder()
                                            .addTextprotoSpecs(spec)
                                            .setComputationSpec(TraceSummaryArgs.ComputationSpec.newBuilder()
                                                    .setRunAllMetrics(true)
                                                    .setMetadataQueryId("about"))
                                            .setOutputFormat(format)),
                            trace.toString())
                    .getTraceSummaryResult();
            assertEquals("", result.getError());
            assertEquals(
                    ByteString.copyFrom(command.bytes()),
                    isText ? result.getTextprotoSummaryBytes() : result.getProtoSummary());
            assertFalse(command.bytes().length == 0);
        }
    }

    private static TraceProcessorRpc send(TraceProcessorRpc.Builder request, String... options) throws Exception {
        byte[] calls = TraceProcessorRpcStream.newBuilder()
                .addMsg(request.setSeq(0))
                .build()
                .toByteArray();
        List<Object> arguments = new ArrayList<>(List.of("serve", "--stdio", "--no-cache"));
        arguments.addAll(List.of(options));
        InputStream previousIn = System.in;
        try {
            System.setIn(new ByteArrayInputStream(calls));
            CommandRun run = CommandRun.of(arguments.toArray()).assertExitCode(0);
            return TraceProcessorRpcStream.parseFrom(run.bytes()).getMsg(0);
        } finally {
            System.setIn(previousIn);
        }
    }

    private Path trace(String name) throws Exception {
        return Files.writeString(
                folder.resolve(name + ".json"),
                "[{\"ph\": \"X\", \"pid\": 1, \"tid\": 1, \"name\": \"" + name + "\", \"ts\": 1, \"dur\": 5}]");
    }
}
