/// Command that runs the tracing service.
package traceglass.app.cli.service;
