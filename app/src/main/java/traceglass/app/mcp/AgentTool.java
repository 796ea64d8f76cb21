package traceglass.app.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncToolSpecification;
import io.modelcontextprotocol.server.McpSyncServerExchange;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.CallToolRequest;
import io.modelcontextprotocol.spec.McpSchema.CallToolResult;
import org.jspecify.annotations.Nullable;
import traceglass.engine.EngineException;
import traceglass.engine.SqlErrorException;

/// A tool of the server.
///
/// @param title short title for users
/// @param description description for the model: results of the tool, and when to use it
/// @param isWriting whether the tool changes anything outside the server
/// @param hasTables whether its results are tables, which are also returned as JSON; otherwise text or a picture
record AgentTool(
        String name,
        String title,
        String description,
        ToolSchema schema,
        boolean isWriting,
        boolean hasTables,
        Work work) {

    /// Work of a tool.
    interface Work {
        ToolResult run(Request request) throws Exception;
    }

    /// A call of a tool.
    ///
    /// @param progressToken token with which the client requests progress notifications, or null
    record Request(
            ToolArguments arguments,
            ToolCall call,
            McpSyncServerExchange exchange,
            @Nullable Object progressToken) {

        /// Reports progress to a client that asked for it.
        void progress(double done, double total, String message) {
            if (progressToken != null) {
                exchange.progressNotification(McpSchema.ProgressNotification.builder(progressToken, done)
                        .total(total > 0 ? total : null)
                        .message(message)
                        .build());
            }
        }
    }

    static AgentTool readOnly(String name, String title, String description, ToolSchema schema, Work work) {
        return new AgentTool(name, title, description, schema, false, true, work);
    }

    SyncToolSpecification specification() {
        McpSchema.Tool.Builder tool = McpSchema.Tool.builder(name, schema.json())
                .title(title)
                .description(description)
                .annotations(McpSchema.ToolAnnotations.builder()
                        .title(title)
                        .readOnlyHint(!isWriting)
                        .destructiveHint(false)
                        .idempotentHint(!isWriting)
                        .openWorldHint(isWriting)
                        .build());
        if (hasTables) {
            tool.outputSchema(ToolSchema.TABLES);
        }
        return SyncToolSpecification.builder()
                .tool(tool.build())
                .callHandler(this::call)
                .build();
    }

    @SuppressWarnings("IllegalCatch") // The client must get a response to every failure.
    private CallToolResult call(McpSyncServerExchange exchange, CallToolRequest request) {
        try {
            ToolArguments arguments = new ToolArguments(request.arguments(), schema);
            Object token = request.meta() == null ? null : request.meta().get("progressToken");
            return work.run(new Request(arguments, ToolCall.of(exchange), exchange, token))
                    .toCallResult(hasTables);
        } catch (ToolProblem e) {
            return error(String.valueOf(e.getMessage()));
        } catch (SqlErrorException e) {
            return error(SqlAdvice.of(e));
        } catch (EngineException | IllegalStateException e) {
            return error(String.valueOf(e.getMessage()));
        } catch (OutOfMemoryError e) {
            return error(McpTexts.NO_MEMORY);
        } catch (Exception | StackOverflowError e) {
            return error(McpTexts.failed(e.toString()));
        }
    }

    static CallToolResult error(String message) {
        return CallToolResult.builder().addTextContent(message).isError(true).build();
    }
}
