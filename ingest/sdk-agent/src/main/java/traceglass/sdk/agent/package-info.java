/// A Java agent that traces methods selected by patterns. Input: the agent options and the bytecode of loaded classes,
/// into which it inserts calls of the SDK.
@NullMarked
package traceglass.sdk.agent;

import org.jspecify.annotations.NullMarked;
