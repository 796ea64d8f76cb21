package traceglass.engine;

import java.util.List;

/// A function or macro that queries can call.
///
/// @param name name; for a macro, it ends with `!`
/// @param parameters names of the parameters
/// @param isTable whether it is used in FROM and returns rows
/// @param description one sentence about its result; empty if there is none
public record FunctionInfo(String name, List<String> parameters, boolean isTable, String description) {

    public FunctionInfo {
        parameters = List.copyOf(parameters);
    }
}
