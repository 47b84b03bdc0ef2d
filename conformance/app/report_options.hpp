#pragma once
// The options of `plumbline report`.

#include "conformance/app/options.hpp"

namespace CLI {
class App;
}  // namespace CLI

namespace plumbline::app {

void add_report_actions(CLI::App& command, RunReportCommand& report);

}  // namespace plumbline::app
