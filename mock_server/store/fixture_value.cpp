#include "mock_server/store/fixture_value.hpp"

#include "spec/json/access.hpp"
#include "spec/json/pointer.hpp"

#include <nlohmann/json.hpp>

namespace plumbline::mock {

FixtureValue::FixtureValue(const Document& fixture, std::string pointer)
    : fixture_(&fixture),
      pointer_(std::move(pointer)),
      value_(find(*fixture.root, std::string_view(pointer_))) {}

FixtureValue::FixtureValue(const Document& fixture,
                           std::string pointer,
                           std::string name,
                           const Json* value)
    : fixture_(&fixture), pointer_(std::move(pointer)), name_(std::move(name)), value_(value) {}

const Json& FixtureValue::json() const {
    static const Json kNone;
    return value_ ? *value_ : kNone;
}

SharedJson FixtureValue::shared() const {
    return value_ ? std::make_shared<const Json>(*value_) : nullptr;
}

FixtureValue FixtureValue::at(std::string_view key) const {
    return {*fixture_,
            pointer_ + '/' + escape_pointer_token(key),
            std::string(key),
            value_ ? member(*value_, key) : nullptr};
}

std::vector<FixtureValue> FixtureValue::items() const {
    std::vector<FixtureValue> items;
    for (std::size_t i = 0; json().is_array() && i < json().size(); ++i)
        items.push_back(
            FixtureValue(*fixture_, pointer_ + '/' + std::to_string(i), "", &json()[i]));
    return items;
}

std::vector<FixtureValue> FixtureValue::members() const {
    std::vector<FixtureValue> members;
    if (!json().is_object()) return members;
    for (const auto& [key, value] : json().items()) members.push_back(at(key));
    return members;
}

std::string FixtureValue::text() const {
    return as_string(json()).value_or("");
}

std::string FixtureValue::text(std::string_view key, std::string_view fallback) const {
    return string_or(json(), key, fallback);
}

std::int64_t FixtureValue::number(std::string_view key, std::int64_t fallback) const {
    return integer_or(json(), key, fallback);
}

bool FixtureValue::flag(std::string_view key, bool fallback) const {
    return bool_or(json(), key, fallback);
}

std::vector<std::string> FixtureValue::texts(std::string_view key) const {
    return strings_or_empty(json(), key);
}

tl::unexpected<Error> FixtureValue::fail(std::string message) const {
    return plumbline::fail(ErrorCode::kInvalid, std::move(message), where());
}

}  // namespace plumbline::mock
