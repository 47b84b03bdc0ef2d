#include "conformance/app/print_error.hpp"

#include "reports/reports.hpp"

namespace plumbline::app {

std::string printable(const std::string& text) {
    constexpr std::size_t kMaxShown = 2'000;
    return reports::one_line(text, kMaxShown);
}

void print_message(const std::string& message, std::ostream& err) {
    err << reports::error_lines("plumbline: ", {ErrorCode::kUsage, message, {}, {}});
}

void print_error(const Error& error, std::ostream& err) {
    err << reports::error_lines("plumbline: ", error);
}

int report_setup_error(const Error& error, std::ostream& err) {
    print_error(error, err);
    return kInvalidSetup;
}

int report_error(const Error& error, std::ostream& err) {
    print_error(error, err);
    return error.code == ErrorCode::kUnreachable || error.code == ErrorCode::kTimeout
               ? kUnreachable
               : kInvalidSetup;
}

void print_diagnosis(const workflow::Diagnostics& diagnosis, std::ostream& err) {
    for (const Error& warning : diagnosis.warnings)
        err << reports::error_lines("warning: ", warning);
    for (const Error& error : diagnosis.errors) err << reports::error_lines("", error);
}

}  // namespace plumbline::app
