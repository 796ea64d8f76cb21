package traceglass.service.core;

import org.jspecify.annotations.Nullable;
import traceglass.protos.common.ObservableEvents;

/// Messages to a consumer.
public interface ConsumerClient {

    /// The session ended, or could not be enabled.
    void onTracingDisabled(@Nullable String error);

    void onEvents(ObservableEvents events);

    /// Whether it is connected over a network, where users are not known.
    default boolean isRemote() {
        return false;
    }
}
