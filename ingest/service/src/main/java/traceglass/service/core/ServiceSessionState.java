package traceglass.service.core;

/// State of a tracing session, with its name in `QueryServiceState`.
enum ServiceSessionState {
    DISABLED("DISABLED"),
    CONFIGURED("CONFIGURED"),
    STARTED("STARTED"),
    STOPPING("STOP_WAIT"),
    CLONED("CLONED_READ_ONLY");

    final String text;

    ServiceSessionState(String text) {
        this.text = text;
    }
}
