package traceglass.engine;

import org.jspecify.annotations.Nullable;

/// Thrown if a trace can't be opened or its database fails. The message is a sentence for users.
public class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public EngineException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
