#pragma once
// Finds the secrets in the messages that scenarios send and receive, before any text is made of
// them.

#include "conformance/runner/access/secret_values.hpp"
#include "spec/contract/contract.hpp"
#include "spec/contract/openapi.hpp"
#include "spec/http/message.hpp"
#include "spec/json/json_fwd.hpp"

#include <map>
#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

namespace plumbline::runner {

/// The places of secrets in the messages of operations, computed once for each. Thread-safe.
class SecretPlaceCache {
  public:
    /// Returns the places of an operation of this document, with the specific ones of the whole
    /// document; valid as long as the cache. Document and operation are borrowed.
    [[nodiscard]] const SecretPlaces& places_of(const ApiDocument& api, const Operation& operation);

  private:
    std::mutex mutex_;  ///< guards the maps
    std::map<const Operation*, SecretPlaces> places_;
    std::map<const ApiDocument*, std::vector<SecretPath>> paths_;
};

/// Collects the secrets of the messages of one environment, or of all environments of a target
/// without workspaces. Thread-safe.
class MessageSecrets {
  public:
    /// Arguments: see SecretValues.
    MessageSecrets(std::shared_ptr<SecretPlaceCache> places,
                   std::vector<std::string> public_texts,
                   bool other_names);

    /// Adds the secrets of a request: `parameters` are those of BuiltRequest.
    void add_request(const ApiDocument& api,
                     const Operation& operation,
                     const Json& parameters,
                     const Json& body);
    /// Adds the secrets of a response. `body` is null or its JSON (a string: its text). Else the
    /// bytes are read whatever their content type; of a text that is not JSON, the values of
    /// members with the names of secrets are taken.
    void add_response(const ApiDocument& api,
                      const Operation& operation,
                      const http::Response& response,
                      const Json* body);
    /// Adds the secrets of the data of an event; `data` is null if the text is not JSON.
    void add_event(const ApiDocument& api,
                   const Operation& operation,
                   const Json* data,
                   std::string_view text);

    [[nodiscard]] std::shared_ptr<const SecretValues> values() const { return values_; }

  private:
    std::shared_ptr<SecretPlaceCache> places_;
    std::shared_ptr<SecretValues> values_;
};

}  // namespace plumbline::runner
