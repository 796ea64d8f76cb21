package traceglass.app.cli.agent;

import picocli.CommandLine.Model.CommandSpec;
import traceglass.app.io.OptionSpecs;
import traceglass.app.io.UsageErrors;

/// Limits of the output for agents, whose context is small. Zero means no limit.
public final class AgentLimits {

    private static final int DEFAULT_ROWS = 100;
    private static final int DEFAULT_BYTES = 24_000;
    private static final int DEFAULT_CELL_CHARS = 200;

    private int rows = DEFAULT_ROWS;
    private int bytes = DEFAULT_BYTES;
    private int cell = DEFAULT_CELL_CHARS;

    /// Adds these options to a command.
    public void addTo(CommandSpec spec) {
        spec.addOption(OptionSpecs.value(int.class, () -> rows, v -> rows = v, "--max-rows")
                .paramLabel("N")
                .description(AgentOutputTexts.MAX_ROWS)
                .build());
        spec.addOption(OptionSpecs.value(int.class, () -> bytes, v -> bytes = v, "--max-bytes")
                .paramLabel("N")
                .description(AgentOutputTexts.MAX_BYTES)
                .build());
        spec.addOption(OptionSpecs.value(int.class, () -> cell, v -> cell = v, "--max-cell")
                .paramLabel("N")
                .description(AgentOutputTexts.MAX_CELL)
                .build());
    }

    /// Reports negative limits, and limits without the output for agents.
    ///
    /// @param isUsed whether the output for agents is used
    public void check(CommandSpec spec, boolean isUsed) {
        if (rows < 0 || bytes < 0 || cell < 0) {
            throw UsageErrors.of(spec, AgentOutputTexts.NEGATIVE_LIMIT);
        }
        if (!isUsed && (rows != DEFAULT_ROWS || bytes != DEFAULT_BYTES || cell != DEFAULT_CELL_CHARS)) {
            throw UsageErrors.of(spec, AgentOutputTexts.LIMITS_NEED_AGENT);
        }
    }

    /// Maximum number of rows of a result.
    int rows() {
        return rows == 0 ? Integer.MAX_VALUE : rows;
    }

    /// Maximum number of bytes of all results.
    int bytes() {
        return bytes == 0 ? Integer.MAX_VALUE : bytes;
    }

    /// Maximum number of characters of a cell.
    int cell() {
        return cell == 0 ? Integer.MAX_VALUE : cell;
    }
}
