#include "conformance/runner/attempt/status_condition.hpp"

#include "spec/base/text.hpp"

#include <string_view>

namespace plumbline::runner {
namespace {

bool is_digit(char c) {
    return c >= '0' && c <= '9';
}

}  // namespace

StatusCondition::StatusCondition(const expressions::CriterionText& criterion)
    : text_(criterion.context ? *criterion.context + ' ' + criterion.condition
                              : criterion.condition) {}

bool StatusCondition::reads_status() const {
    return text_.find("$statusCode") != std::string::npos;
}

bool StatusCondition::reads_only_status() const {
    return reads_status() && text_.find("$response") == std::string::npos;
}

bool StatusCondition::requires_success() const {
    constexpr std::string_view kStart = "$statusCode == 2";
    const std::string_view text = trimmed(text_);
    return text.starts_with(kStart) && text.size() == kStart.size() + 2;
}

bool StatusCondition::names(int status) const {
    if (!reads_status()) return false;
    const std::string number = std::to_string(status);
    for (std::size_t at = 0; (at = text_.find(number, at)) != std::string::npos; ++at) {
        const std::size_t end = at + number.size();
        const bool is_whole =
            (at == 0 || !is_digit(text_[at - 1])) && (end == text_.size() || !is_digit(text_[end]));
        if (is_whole) return true;
    }
    return false;
}

}  // namespace plumbline::runner
