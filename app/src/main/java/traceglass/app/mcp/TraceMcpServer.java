package traceglass.app.mcp;

import io.modelcontextprotocol.json.McpJsonDefaults;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.server.McpServer;
import io.modelcontextprotocol.server.McpSyncServer;
import io.modelcontextprotocol.spec.McpSchema;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import traceglass.store.database.StoreOptions;

/// MCP server that serves one client until its input ends.
public final class TraceMcpServer implements AutoCloseable {

    /// Permissions that the user grants with command-line options.
    ///
    /// @param folders folders whose files may be opened
    /// @param modules folders with SQL modules
    /// @param recordings folder for new recordings, or null if the agent may not record
    public record Permissions(
            List<Path> folders,
            List<Path> modules,
            @Nullable Path recordings) {}

    private final AgentTraces traces;
    private final List<AgentTool> tools = new ArrayList<>();
    private final String version;

    /// @throws IOException if an allowed folder can't be read
    public TraceMcpServer(Permissions permissions, StoreOptions store, String version) throws IOException {
        this.version = version;
        traces = new AgentTraces(AllowedFolders.of(permissions.folders()), store, permissions.modules());
        tools.addAll(new TraceTools(traces).all());
        tools.addAll(new AgentSqlTools(traces).all());
        tools.addAll(new InvestigationTools(traces).all());
        tools.add(new PictureTool(traces).tool());
        Path recordings = permissions.recordings();
        if (recordings != null) {
            tools.addAll(new RecordTools(recordings).all());
        }
    }

    /// Answers requests until the input ends, or can't be read.
    public void serve(InputStream in, OutputStream out) throws IOException {
        McpJsonMapper json = McpJsonDefaults.getMapper();
        LineTransport transport = new LineTransport(json, in, out);
        AgentResources resources = new AgentResources(traces);
        McpSyncServer server = McpServer.sync(transport)
                .jsonMapper(json)
                .serverInfo("traceglass", version)
                .instructions(McpTexts.INSTRUCTIONS)
                // The tools check the arguments, because they also accept numbers written as strings.
                .validateToolInputs(false)
                .capabilities(McpSchema.ServerCapabilities.builder()
                        .tools(false)
                        .resources(false, false)
                        .prompts(false)
                        .build())
                .tools(tools.stream().map(AgentTool::specification).toList())
                .resources(resources.fixed())
                .resourceTemplates(resources.templates())
                .prompts(AgentPrompts.all())
                .build();
        try {
            transport.run();
        } finally {
            server.close();
        }
    }

    /// Closes all traces and deletes temporary files.
    @Override
    public void close() {
        traces.close();
    }
}
