/// What tests of recording share: the real daemons, a service that plays a recorded conversation.
package traceglass.record.testing;
