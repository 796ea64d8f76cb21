package traceglass.app.mcp;

import io.modelcontextprotocol.server.McpServerFeatures.SyncPromptSpecification;
import io.modelcontextprotocol.spec.McpSchema;
import io.modelcontextprotocol.spec.McpSchema.GetPromptResult;
import io.modelcontextprotocol.spec.McpSchema.PromptMessage;
import io.modelcontextprotocol.spec.McpSchema.Role;
import io.modelcontextprotocol.spec.McpSchema.TextContent;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/// Prompts for common investigations.
final class AgentPrompts {

    /// An investigation.
    ///
    /// @param focus description of the optional argument that narrows down the investigation
    /// @param steps text of the prompt, in which `{trace}` and `{focus}` are replaced
    private record Investigation(String name, String title, String description, String focus, String steps) {}

    private static final List<Investigation> ALL = List.of(
            new Investigation(
                    "slow_startup",
                    PromptTexts.STARTUP_TITLE,
                    PromptTexts.STARTUP,
                    PromptTexts.APP,
                    PromptTexts.STARTUP_STEPS),
            new Investigation(
                    "jank", PromptTexts.JANK_TITLE, PromptTexts.JANK, PromptTexts.APP, PromptTexts.JANK_STEPS),
            new Investigation(
                    "high_cpu", PromptTexts.CPU_TITLE, PromptTexts.CPU, PromptTexts.PROCESS, PromptTexts.CPU_STEPS),
            new Investigation(
                    "memory_growth",
                    PromptTexts.MEMORY_TITLE,
                    PromptTexts.MEMORY,
                    PromptTexts.PROCESS,
                    PromptTexts.MEMORY_STEPS),
            new Investigation(
                    "blocked_thread",
                    PromptTexts.BLOCKED_TITLE,
                    PromptTexts.BLOCKED,
                    PromptTexts.THREAD,
                    PromptTexts.BLOCKED_STEPS),
            new Investigation(
                    "before_after",
                    PromptTexts.COMPARE_TITLE,
                    PromptTexts.COMPARE,
                    PromptTexts.SECOND,
                    PromptTexts.COMPARE_STEPS));

    private AgentPrompts() {}

    static List<SyncPromptSpecification> all() {
        return ALL.stream().map(AgentPrompts::specification).toList();
    }

    private static SyncPromptSpecification specification(Investigation investigation) {
        // There is nothing to compare without a second trace.
        boolean needsFocus = investigation.focus.equals(PromptTexts.SECOND);
        McpSchema.Prompt prompt = McpSchema.Prompt.builder(investigation.name)
                .title(investigation.title)
                .description(investigation.description)
                .arguments(List.of(
                        argument("trace", PromptTexts.TRACE, true), argument("focus", investigation.focus, needsFocus)))
                .build();
        return new SyncPromptSpecification(prompt, (_, request) -> {
            String text = investigation
                    .steps
                    .replace("{trace}", value(request.arguments(), "trace", PromptTexts.ANY_TRACE))
                    .replace("{focus}", value(request.arguments(), "focus", PromptTexts.ANY_FOCUS));
            PromptMessage message =
                    new PromptMessage(Role.USER, TextContent.builder(text).build());
            return GetPromptResult.builder(List.of(message))
                    .description(investigation.description)
                    .build();
        });
    }

    private static McpSchema.PromptArgument argument(String name, String description, boolean isRequired) {
        return McpSchema.PromptArgument.builder(name)
                .description(description)
                .required(isRequired)
                .build();
    }

    private static String value(@Nullable Map<String, Object> arguments, String name, String fallback) {
        Object value = arguments == null ? null : arguments.get(name);
        return value == null || value.toString().isBlank() ? fallback : value.toString();
    }
}
