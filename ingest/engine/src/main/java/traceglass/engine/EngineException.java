package traceglass.engine;

import org.jspecify.annotations.Nullable;

/// A trace could not be opened, or its database failed. The message is one sentence for users.
public class EngineException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public EngineException(@Nullable String message, @Nullable Throwable cause) {
        super(message, cause);
    }
}
