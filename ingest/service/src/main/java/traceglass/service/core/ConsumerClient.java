package traceglass.service.core;

import org.jspecify.annotations.Nullable;
import traceglass.protos.common.ObservableEvents;

/// Callbacks to a consumer.
public interface ConsumerClient {

    /// Called when the session has ended or could not be enabled.
    void onTracingDisabled(@Nullable String error);

    void onEvents(ObservableEvents events);

    /// Whether the consumer is connected over a network, where its user is unknown.
    default boolean isRemote() {
        return false;
    }
}
